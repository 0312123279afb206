/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LedTerm;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.schedule.TickStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One election in a response of the endpoint {@code leader}.
 *
 * @param state the state of this instance
 * @param leading whether it leads
 * @param leader the known leader, or {@code null}
 * @param otherHolder the name that a client which is not a candidate has entered as owner
 * of the lease, or {@code null}
 * @param fencingToken the token of the leader's term, or {@code null}
 * @param leaseRemaining the time until this instance's own term expires without a
 * renewal, in ISO 8601, or {@code null}
 * @param withheldBy why this instance must not contend, {@code PAUSED},
 * {@code INELIGIBLE}, {@code PARTITIONS_UNCONFIRMED} or {@code DRAIN_TIMEOUT}, or
 * {@code null} if it may
 * @param checkpoints the checkpoints that this instance's term has written or read, by
 * name, with their values if they may be shown; {@code null} if it does not lead or there
 * are none
 * @param checkpointProblem why the checkpoints cannot be read, or {@code null}
 * @param ticks the jobs of this instance that run once per tick, by the name of the tick;
 * {@code null} if there are none
 * @param priority the priority of this instance, or {@code null} if no instance is
 * preferred
 * @param bidder the instance that requests leadership from the leader, or {@code null}
 * @param transitions the most recent changes of state, oldest first
 * @param history the terms that this instance knows of, oldest first, at most the last
 * 100; {@code null} if all elections are requested
 */
public record ElectionDescriptor(String state, boolean leading, @Nullable LeaderDescriptor leader,
		@Nullable String otherHolder, @Nullable Long fencingToken, @Nullable String leaseRemaining,
		@Nullable List<String> withheldBy, @Nullable Map<String, String> checkpoints,
		@Nullable String checkpointProblem, @Nullable Map<String, TickDescriptor> ticks, @Nullable Integer priority,
		@Nullable LeaderDescriptor bidder, List<TransitionDescriptor> transitions,
		@Nullable List<TermDescriptor> history) implements OperationResponseBody {

	private static final String UNCONFIRMED = "UNCONFIRMED";

	static ElectionDescriptor of(LeaderElection election, List<TickStatus> ticks, boolean showValues,
			boolean withHistory) {
		ElectionStatus status = election.status();
		CheckpointView checkpoints = CheckpointView.of(election);
		Leader leader = status.leader();
		Leader bidder = status.bidder();
		Duration remaining = status.leaseRemaining();
		return new ElectionDescriptor(state(status), status.leading(),
				(leader != null) ? LeaderDescriptor.of(leader) : null, UntrustedText.shown(status.otherHolder()),
				status.fencingToken(), (remaining != null) ? remaining.truncatedTo(ChronoUnit.MILLIS).toString() : null,
				withheldBy(status), checkpoints.shown(showValues), checkpoints.problem(), TickDescriptor.of(ticks),
				status.priority(), (bidder != null) ? LeaderDescriptor.of(bidder) : null,
				status.transitions().stream().map(TransitionDescriptor::of).toList(),
				withHistory ? election.history().stream().map(TermDescriptor::of).toList() : null);
	}

	static String state(ElectionStatus status) {
		return (status.unconfirmed()) ? UNCONFIRMED : status.state().name();
	}

	static @Nullable List<String> withheldBy(ElectionStatus status) {
		List<String> causes = status.withheldBy().stream().sorted().map(Enum::name).toList();
		return (!causes.isEmpty()) ? causes : null;
	}

	static @Nullable String text(@Nullable Instant instant) {
		return (instant != null) ? instant.toString() : null;
	}

	/**
	 * A leader.
	 *
	 * @param id its candidate id
	 * @param since when it requested its term, by its own clock
	 * @param metadata its metadata
	 */
	public record LeaderDescriptor(String id, String since, Map<String, String> metadata) {

		static LeaderDescriptor of(Leader leader) {
			return new LeaderDescriptor(UntrustedText.clean(leader.id()), leader.since().toString(),
					UntrustedText.shown(leader.metadata()));
		}

	}

	/**
	 * A term.
	 *
	 * @param leader the candidate id of its leader
	 * @param fencingToken its fencing token
	 * @param from when it began
	 * @param until when this instance noticed its end, or {@code null} if it has not
	 * ended
	 * @param own whether this instance led
	 * @param cause why this instance stopped leading, or {@code null}
	 */
	public record TermDescriptor(String leader, long fencingToken, String from, @Nullable String until, boolean own,
			@Nullable String cause) {

		static TermDescriptor of(LedTerm term) {
			TransitionCause cause = term.cause();
			return new TermDescriptor(UntrustedText.clean(term.leader()), term.fencingToken(), term.from().toString(),
					text(term.until()), term.own(), (cause != null) ? cause.name() : null);
		}

	}

	/**
	 * A change of state.
	 *
	 * @param at the time of the change
	 * @param from the state before
	 * @param to the state after
	 * @param cause the cause of the change
	 * @param fencingToken the fencing token of its term, or {@code null}
	 */
	public record TransitionDescriptor(String at, String from, String to, String cause, @Nullable Long fencingToken) {

		static TransitionDescriptor of(Transition transition) {
			return new TransitionDescriptor(transition.at().toString(), transition.from().name(),
					transition.to().name(), transition.cause().name(), transition.fencingToken());
		}

	}

}
