/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LedTerm;
import io.leaderelection.Suspension;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * One election in a response of the endpoint {@code leader}: its fields by name, without
 * those whose values are unknown. After {@code withheldBy} follow the fields that
 * features add, such as {@code checkpoints} and {@code ticks}.
 */
@SuppressWarnings("serial")
public final class ElectionDescriptor extends LinkedHashMap<String, Object> implements OperationResponseBody {

	private static final String UNCONFIRMED = "UNCONFIRMED";

	private ElectionDescriptor() {
	}

	/**
	 * Describes an election.
	 * @param election the election
	 * @param details what features add
	 * @param showValues whether the values of checkpoints may be shown
	 * @param withHistory whether to add the terms that this instance knows of
	 */
	static ElectionDescriptor of(LeaderElection election, List<ElectionDetails> details, boolean showValues,
			boolean withHistory) {
		ElectionStatus status = election.status();
		ElectionDescriptor fields = new ElectionDescriptor();
		// UNCONFIRMED, or the state of this instance
		fields.put("state", state(status));
		fields.put("leading", status.leading());
		fields.putKnown("leader", leader(status.leader()));
		// A client that is not a candidate has entered itself as the owner of the lease
		fields.putKnown("otherHolder", UntrustedText.shown(status.otherHolder()));
		fields.putKnown("fencingToken", status.fencingToken());
		// Of the own term, without a renewal
		Duration remaining = status.leaseRemaining();
		fields.putKnown("leaseRemaining",
				(remaining != null) ? remaining.truncatedTo(ChronoUnit.MILLIS).toString() : null);
		// Why nobody leads, although an instance keeps the lease
		fields.putKnown("suspended", SuspensionDescriptor.of(status.suspension()));
		// Why this instance must not contend
		fields.putKnown("withheldBy", withheldBy(status));
		details.forEach((feature) -> fields.putAll(feature.fields(election, showValues)));
		fields.putKnown("priority", status.priority());
		// The instance that requests leadership from the leader
		fields.putKnown("bidder", leader(status.bidder()));
		fields.put("transitions", status.transitions().stream().map(TransitionDescriptor::of).toList());
		if (withHistory) {
			fields.put("history", election.history().stream().map(TermDescriptor::of).toList());
		}
		return fields;
	}

	private void putKnown(String name, @Nullable Object value) {
		if (value != null) {
			put(name, value);
		}
	}

	private static @Nullable LeaderDescriptor leader(@Nullable Leader leader) {
		return (leader != null) ? LeaderDescriptor.of(leader) : null;
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
	 * A suspension.
	 *
	 * @param since since when, or {@code null} if its note is not understood
	 * @param by the candidate id of the instance that noted it, or {@code null}
	 * @param reason the reason
	 */
	public record SuspensionDescriptor(@Nullable String since, @Nullable String by, String reason) {

		static @Nullable SuspensionDescriptor of(@Nullable Suspension suspension) {
			return (suspension != null) ? new SuspensionDescriptor(text(suspension.since()),
					UntrustedText.shown(suspension.by()), UntrustedText.clean(suspension.reason())) : null;
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
