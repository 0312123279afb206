/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.TransitionCause;
import io.leaderelection.history.FencedResource;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.Violations;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Release;

/**
 * Checks the invariants against what the simulator itself has recorded: sent commands,
 * delivered answers, and the actions of the store. From the protocol it uses only effects
 * and standing.
 */
final class Checks implements Violations {

	private final Simulation simulation;

	final Map<Invariant, Integer> notPromised = new EnumMap<>(Invariant.class);

	private final List<Grant> grants = new ArrayList<>();

	private final FencedResource resource = new FencedResource(this);

	/** The order of the newest term that wrote. */
	private int newestWriter = -1;

	/**
	 * Until when overlap is expected, because a new candidate acquired a record that was
	 * deleted.
	 */
	private long declaredUntil;

	/** Whether leadership must not change without a request. */
	boolean calm;

	Checks(Simulation simulation) {
		this.simulation = simulation;
	}

	private record Grant(String candidate, Nonce nonce, long token) {

		boolean isOf(String candidate, long token) {
			return this.token == token && this.candidate.equals(candidate);
		}

	}

	@Override
	public void violated(Invariant invariant, String message) {
		if (this.simulation.scenario.control.promises(invariant)) {
			throw new InvariantViolation(invariant, message);
		}
		this.notPromised.merge(invariant, 1, Integer::sum);
	}

	int terms() {
		return this.grants.size();
	}

	void declare(long until) {
		this.declaredUntil = Math.max(this.declaredUntil, until);
	}

	// Events of the store

	void storeGranted(Acquire command, long token) {
		Grant granted = new Grant(command.candidate(), command.nonce(), token);
		if (this.grants.contains(granted)) {
			return;
		}
		Grant last = this.grants.isEmpty() ? null : this.grants.get(this.grants.size() - 1);
		if (last != null && token <= last.token) {
			violated(Invariant.I2_RISING_TOKENS, "token " + token + " was granted to " + command.candidate()
					+ " after token " + last.token + " to " + last.candidate);
		}
		this.grants.add(granted);
	}

	/** Compares a write with the order in which the store granted the terms. */
	void writes(String candidate, long token) {
		int order = this.grants.size() - 1;
		while (order >= 0 && !this.grants.get(order).isOf(candidate, token)) {
			order--;
		}
		if (!this.resource.write(candidate, token)) {
			if (order > this.newestWriter) {
				violated(Invariant.I3_FENCED_WRITES,
						"the newest term, token " + token + ", was refused after token " + this.resource.highest());
			}
			return;
		}
		if (order < this.newestWriter) {
			violated(Invariant.I3_FENCED_WRITES, "a write of " + candidate + " with token " + token
					+ " was accepted after one of a term granted later");
		}
		this.newestWriter = Math.max(this.newestWriter, order);
	}

	// At every event

	void exclusiveLeadership() {
		long now = this.simulation.now();
		List<SimulatedCandidate> candidates = this.simulation.candidates;
		SimulatedCandidate leader = null;
		for (int i = 0; i < candidates.size(); i++) {
			SimulatedCandidate candidate = candidates.get(i);
			if (!candidate.leads(now)) {
				continue;
			}
			if (leader != null && now >= this.declaredUntil) {
				violated(Invariant.I1_EXCLUSIVE_LEADERSHIP,
						leader.name() + " and " + candidate.name() + " believe that they lead");
			}
			leader = candidate;
			if (now >= this.declaredUntil) {
				this.simulation.suspensions((suspensions) -> suspensions.leads(candidate));
			}
			if (!candidate.history.provesLeadership(candidate.clocks.at(now))) {
				violated(Invariant.I6_OWN_DEADLINE, candidate.name()
						+ " believes that it leads, which no answer proves, counted from before the request");
			}
			if (now >= this.declaredUntil && now >= this.simulation.server.evidenceLostUntil
					&& !this.simulation.server.ownsRecord(candidate)) {
				violated(Invariant.I9_HOLDER_OF_RECORD,
						candidate.name() + " believes that it leads and does not have the live record");
			}
		}
	}

	void singleExecution() {
		long now = this.simulation.now();
		long executions = this.simulation.candidates.stream()
			.filter((candidate) -> candidate.runs() && candidate.leads(now))
			.count();
		if (executions > 1 && now >= this.declaredUntil) {
			violated(Invariant.I4_SINGLE_EXECUTION, executions + " executions for one instant");
		}
	}

	// Effects of a candidate

	void granted(SimulatedCandidate candidate, long token) {
		candidate.history.events.granted(token, candidate.name());
		if (candidate.application.find(token) != null) {
			violated(Invariant.I4_SINGLE_EXECUTION, "the work of token " + token + " is started twice");
		}
	}

	void revoked(SimulatedCandidate candidate, long token, TransitionCause cause, long now) {
		TermHistory history = candidate.history;
		history.events.revoked(token, candidate.name());
		boolean reason = switch (cause) {
			case LOST -> history.lostToken == token;
			case EXPIRED -> history.clocksDisturbed || history.disconnected
					|| history.expired(token, candidate.clocks.ticker(now), now);
			case CLOCK_JUMP -> history.clocksDisturbed;
			case DISCONNECTED -> history.disconnected;
			case STEP_DOWN, STALLED, TASK_FAILED, INELIGIBLE, TENURE, SHUTDOWN, PAUSED, SUSPENDED,
					PARTITIONS_UNCONFIRMED ->
				history.requested;
			case FAILED -> history.crashed;
			default -> false;
		};
		String ended = candidate.name() + " ended term " + token + " as " + cause;
		if (!reason) {
			violated(Invariant.I11_STABLE_LEADERSHIP, ended + " without reason");
		}
		if (this.calm && !history.requested) {
			violated(Invariant.I11_STABLE_LEADERSHIP, ended + " although nothing was wrong for long");
		}
	}

	void released(SimulatedCandidate candidate, Release release, long now) {
		TermHistory history = candidate.history;
		long token = release.token();
		Work work = candidate.application.find(token);
		boolean ranOut = this.simulation.scenario.traits.guardLockOutlivesLease()
				&& history.leaseOver(token, candidate.clocks.ticker(now), now);
		String releases = candidate.name() + " releases term " + token;
		if (work != null && !work.ended && !ranOut) {
			violated(Invariant.I8_RELEASE_AFTER_WORK, releases + " although its work has not ended");
		}
		if (history.events.openToken() == token) {
			violated(Invariant.I8_RELEASE_AFTER_WORK, releases + " although it was not revoked");
		}
		boolean handedOver = candidate.standing.fencingToken() == token;
		if (handedOver && this.simulation.ticks.hasOpenEnd(token) && history.checkpointsSentAt < history.workEndedAt) {
			violated(Invariant.T6_ENDS_NOTED, releases + " without another attempt to write the end of a tick");
		}
		history.releasedNonces.add(release.nonce());
	}

	void renewed(SimulatedCandidate candidate, Nonce nonce) {
		if (candidate.history.releasedNonces.contains(nonce)) {
			violated(Invariant.I8_RELEASE_AFTER_WORK, candidate.name() + " renews a term after it sent its release");
		}
	}

	void interrupted(SimulatedCandidate candidate) {
		long token = candidate.standing.fencingToken();
		for (int i = 0; i < candidate.application.works.size(); i++) {
			Work work = candidate.application.works.get(i);
			if (!work.ended && work.token != token && !work.interrupted) {
				violated(Invariant.I7_NO_WORK_AFTER_THE_END,
						candidate.name() + " runs work of term " + work.token + ", which is over, uninterrupted");
			}
		}
	}

}
