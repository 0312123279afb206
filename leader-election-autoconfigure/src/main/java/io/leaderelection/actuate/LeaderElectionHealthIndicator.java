/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.PartitionedElection;
import io.leaderelection.Suspension;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Health of the elections. A follower is up. An instance is down if it has had no answer
 * from the store for a lease duration while it leads, after it lost its term because it
 * could not renew, or since its start, if the store refuses its commands until somebody
 * corrects that, or if a client that is not a candidate has kept a lease from the
 * candidates for a lease duration. If a threshold is configured, it is also down while an
 * election has no leader for longer.
 */
public class LeaderElectionHealthIndicator extends AbstractHealthIndicator {

	private static final String REASON = "reason";

	private static final Set<TransitionCause> RAN_OUT = Set.of(TransitionCause.EXPIRED, TransitionCause.CLOCK_JUMP,
			TransitionCause.DISCONNECTED);

	private final LeaderElections elections;

	private final Function<String, Duration> lease;

	private final @Nullable Duration vacancyThreshold;

	private final List<ElectionDetails> features;

	private final WallClock clock;

	/**
	 * Creates the indicator.
	 * @param elections the elections of this instance
	 * @param lease the lease duration by name of the election
	 * @param vacancyThreshold how long an election may have no leader, or {@code null}
	 * for no limit
	 * @param features what features add to an election
	 * @param clock the clock of the elections
	 */
	public LeaderElectionHealthIndicator(LeaderElections elections, Function<String, Duration> lease,
			@Nullable Duration vacancyThreshold, List<ElectionDetails> features, WallClock clock) {
		super("Leader election health check failed");
		this.elections = elections;
		this.lease = lease;
		this.vacancyThreshold = vacancyThreshold;
		this.features = List.copyOf(features);
		this.clock = clock;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		Instant now = Instant.ofEpochMilli(this.clock.millis());
		builder.up();
		builder.withDetail("backend", this.elections.backend().type());
		for (LeaderElection election : PartitionsDescriptor.whole(this.elections)) {
			ElectionStatus status = election.status();
			String reason = reason(status, now);
			if (reason != null) {
				builder.down();
			}
			Map<String, Object> details = details(status, reason, now);
			this.features.forEach((feature) -> feature.problems(election)
				.forEach((name, problem) -> put(details, name, UntrustedText.clean(problem))));
			builder.withDetail(election.name(), details);
		}
		for (PartitionedElection divided : this.elections.partitioned()) {
			Map<String, Object> details = details(divided, now);
			if (details.containsKey(REASON)) {
				builder.down();
			}
			builder.withDetail(divided.name(), details);
		}
	}

	/**
	 * Returns one detail for all partitions: their numbers and the first reason to be
	 * down.
	 */
	private Map<String, Object> details(PartitionedElection divided, Instant now) {
		PartitionsDescriptor partitions = PartitionsDescriptor.of(divided);
		List<String> reasons = new ArrayList<>();
		String lastError = null;
		for (LeaderElection partition : divided.partitions()) {
			ElectionStatus status = partition.status();
			String reason = reason(status, now);
			if (reason != null) {
				reasons.add(status.election() + ": " + reason);
			}
			lastError = (lastError != null) ? lastError : status.lastError();
		}
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("status", (reasons.isEmpty() ? Status.UP : Status.DOWN).getCode());
		details.put("partitions", partitions.partitions());
		details.put("leading", partitions.leading().size());
		details.put("vacant", (partitions.vacant() != null) ? partitions.vacant().size() : 0);
		if (partitions.suspended() != null) {
			details.put("suspended", partitions.suspended().size());
		}
		put(details, "withheldBy",
				(partitions.withheldBy() != null) ? String.join(", ", partitions.withheldBy()) : null);
		put(details, "problem", partitions.problem());
		put(details, "lastError", UntrustedText.shown(lastError));
		put(details, REASON, reasons.isEmpty() ? null
				: reasons.get(0) + ((reasons.size() > 1) ? ", and " + (reasons.size() - 1) + " more" : ""));
		return details;
	}

	private @Nullable String reason(ElectionStatus status, Instant now) {
		Duration lease = this.lease.apply(status.election());
		Instant lastContact = status.lastContact();
		if (leadsOrLost(status) && (lastContact == null || lastContact.plus(lease).isBefore(now))) {
			return "no answer from the store for a lease of " + lease;
		}
		if (status.refused()) {
			return "the store refuses the commands of this instance until somebody corrects what lastError names";
		}
		return reasonOfVacancy(status, lease, now);
	}

	private @Nullable String reasonOfVacancy(ElectionStatus status, Duration lease, Instant now) {
		Instant vacantSince = status.vacantSince();
		if (vacantSince != null && this.elections.backend().lastContact() == null
				&& vacantSince.plus(lease).isBefore(now)) {
			return "no answer from the store since the start, for longer than a lease of " + lease;
		}
		if (isVacant(status, lease, now) && status.otherHolder() != null) {
			return "somebody who is not a candidate has been the holder for longer than a lease of " + lease;
		}
		return isVacant(status, this.vacancyThreshold, now) ? "no leader for longer than " + this.vacancyThreshold
				: null;
	}

	/** Returns whether a contending instance has known no leader for longer. */
	private static boolean isVacant(ElectionStatus status, @Nullable Duration threshold, Instant now) {
		Instant since = status.vacantSince();
		return threshold != null && since != null && isContending(status.state())
				&& since.plus(threshold).isBefore(now);
	}

	private static boolean isContending(ElectionState state) {
		return state != ElectionState.PAUSED && state != ElectionState.STOPPED;
	}

	/**
	 * Returns whether this instance leads, or lost its term because it could not renew.
	 */
	private static boolean leadsOrLost(ElectionStatus status) {
		return switch (status.state()) {
			case LEADER, PENDING, SUSPENDED, DRAINING -> true;
			case FOLLOWER -> ranOut(status);
			case STOPPED, PAUSED -> false;
		};
	}

	private static boolean ranOut(ElectionStatus status) {
		List<Transition> transitions = status.transitions();
		return !transitions.isEmpty() && RAN_OUT.contains(transitions.get(transitions.size() - 1).cause());
	}

	private static Map<String, Object> details(ElectionStatus status, @Nullable String reason, Instant now) {
		Map<String, Object> details = new LinkedHashMap<>();
		details.put("status", ((reason != null) ? Status.DOWN : Status.UP).getCode());
		details.put("state", ElectionDescriptor.state(status));
		Leader leader = status.leader();
		put(details, "leader", (leader != null) ? UntrustedText.clean(leader.id()) : null);
		put(details, "suspended", text(status.suspension()));
		put(details, "otherHolder", UntrustedText.shown(status.otherHolder()));
		List<String> withheldBy = ElectionDescriptor.withheldBy(status);
		put(details, "withheldBy", (withheldBy != null) ? String.join(", ", withheldBy) : null);
		put(details, "lastContact", ElectionDescriptor.text(status.lastContact()));
		Instant vacantSince = status.vacantSince();
		put(details, "vacantSince", ElectionDescriptor.text(vacantSince));
		put(details, "vacantFor", (vacantSince != null) ? length(vacantSince, now) : null);
		put(details, "lastError", UntrustedText.shown(status.lastError()));
		put(details, REASON, reason);
		return details;
	}

	private static @Nullable String text(@Nullable Suspension suspension) {
		if (suspension == null) {
			return null;
		}
		String since = (suspension.since() != null) ? "since " + suspension.since() : "since an unknown time";
		String by = (suspension.by() != null) ? ", noted by " + suspension.by() : "";
		return UntrustedText.clean(since + by + ": " + suspension.reason());
	}

	/** The wall clock may have been set back since. */
	private static String length(Instant since, Instant now) {
		return (now.isAfter(since) ? Duration.between(since, now) : Duration.ZERO).toString();
	}

	private static void put(Map<String, Object> details, String key, @Nullable String value) {
		if (value != null) {
			details.put(key, value);
		}
	}

}
