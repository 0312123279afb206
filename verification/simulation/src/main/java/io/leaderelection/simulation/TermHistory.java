/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.leaderelection.history.EventOrder;
import io.leaderelection.store.Nonce;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The grants, requests and answers of one process, as recorded by the simulator.
 */
final class TermHistory {

	private static final int KEPT = 6;

	final EventOrder events;

	/** The last token for which the answer <em>lost</em> was delivered. */
	long lostToken;

	/** Whether a handover was requested after the last grant. */
	boolean requested;

	/** Whether its store was disconnected after the last grant. */
	boolean disconnected;

	/** Whether a step crashed after the last grant. */
	boolean crashed;

	/** Whether a fault changed its clocks after the last grant. */
	boolean clocksDisturbed;

	/** When the end of the work of a revoked term was last reported. */
	long workEndedAt;

	/** When checkpoints were last sent. */
	long checkpointsSentAt;

	final List<Nonce> releasedNonces = new ArrayList<>();

	private final @Nullable Proof[] proofs = new Proof[KEPT];

	private final Scenario scenario;

	private int next;

	/** A grant that was answered, with the clocks before the request. */
	private record Proof(long token, Moment sent, long lease, boolean timely, long answeredAt) {

		boolean holds(Moment now, Scenario scenario) {
			long elapsed = now.ticker() - this.sent.ticker();
			long parted = (now.wall() - this.sent.wall()) * 1_000_000 - elapsed;
			return elapsed < this.lease - scenario.margin && Math.abs(parted) <= scenario.tolerance;
		}

	}

	TermHistory(Simulation simulation) {
		this.events = new EventOrder(simulation.checks);
		this.scenario = simulation.scenario;
	}

	void answered(long token, Moment sent, long lease, boolean timely, long now) {
		this.proofs[this.next++ % KEPT] = new Proof(token, sent, lease, timely, now);
	}

	/** Drops the last answer, because the term was over before it arrived. */
	void withdraw() {
		int last = (this.next - 1) % KEPT;
		Proof proof = Objects.requireNonNull(this.proofs[last]);
		this.proofs[last] = new Proof(proof.token, proof.sent, proof.lease, false, proof.answeredAt);
	}

	boolean provesLeadership(Moment now) {
		for (Proof proof : this.proofs) {
			if (proof != null && proof.token == this.events.openToken() && proof.holds(now, this.scenario)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns whether the term has expired by the last timely answer. An answer that is
	 * delivered after the deadline, to a process that did not run, cannot restore the
	 * term.
	 */
	boolean expired(long token, long ticker, long now) {
		return !lasts(token, ticker + this.scenario.margin, now);
	}

	boolean leaseOver(long token, long ticker, long now) {
		return this.clocksDisturbed || this.disconnected || !lasts(token, ticker, now);
	}

	private boolean lasts(long token, long ticker, long now) {
		for (Proof proof : this.proofs) {
			if (proof != null && proof.token == token && proof.timely && proof.answeredAt < now
					&& ticker - proof.sent.ticker() < proof.lease) {
				return true;
			}
		}
		return false;
	}

}
