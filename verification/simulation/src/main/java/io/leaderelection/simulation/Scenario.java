/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.SplittableRandom;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.StoreTraits;

/**
 * The parameters of a schedule, drawn from its seed before the first event.
 * <p>
 * <strong>Clock rates.</strong> With margin {@code m} and lease {@code L} a leader
 * believes that it leads for at most {@code (L - m) / r} of true time, where {@code r} is
 * the rate of its ticker; the store, or a waiting successor, counts {@code L / s} at rate
 * {@code s}. This is safe as long as {@code s / r <= 1 / (1 - m/L)}, that is, if each
 * clock errs by at most {@code (m/L) / (2 - m/L)}. A machine that sleeps can use half of
 * the margin unnoticed (the tolerance between ticker and wall clock), so that only the
 * other half is left for rates, including those of the wall clock: schedules with
 * sleeping machines stay within {@code (m/2L) / (2 - m/2L)}. A wall clock that is set
 * back can hide a sleep. This is outside the guarantees, so the two are not combined. The
 * rates of the two clocks of one machine differ by at most 0.45 m/L, so that drift alone
 * never looks like a jump.
 * <p>
 * <strong>The corner.</strong> Let the wall clock of a leader run at rate {@code w}. In
 * {@code t} of true time it counts {@code w t}, at most half the margin more than the
 * ticker, which counts at most {@code L - m}. So the leader stops after at most
 * {@code (L - m/2) / w}, however much of that time its machine sleeps: the bound above is
 * exact. At the {@linkplain Control#CORNER corner} all clocks err by as much as that, and
 * {@link CornerFaults} use up the rest.
 */
final class Scenario extends Draws {

	final Control control;

	final ElectionTiming timing = timing();

	final long margin = this.timing.safetyMargin().toNanos();

	final long tolerance = this.timing.clockTolerance().toNanos();

	final long operationTimeout = this.timing.operationTimeout().toNanos();

	final long retryInterval = this.timing.retryInterval().toNanos();

	private final int atLeast = 2 + this.random.nextInt(4);

	final StoreTraits traits = traits(oneIn(3), this.random.nextBoolean());

	private final boolean drawnToSleep = oneIn(3);

	final boolean sleeps;

	final double largestRateError;

	final long latency = this.lease / 2000 + this.random.nextLong(this.lease / 60);

	/** How long faults are injected. */
	final long chaos = (6 + this.random.nextInt(12)) * this.lease;

	private final boolean calmNetwork = oneIn(6);

	final double lossOfRequests = ofNetwork(0.15);

	final double lossOfAnswers = ofNetwork(0.15);

	final double repeats = ofNetwork(0.1);

	final double lateness = ofNetwork(0.15);

	final double storeErrors = ofNetwork(0.05);

	final double slowDrains = this.random.nextDouble() * 0.4;

	/** Whether the answers to the first candidate always come too late. */
	final boolean slowCandidate = oneIn(8);

	/** After a crash of the leader another candidate must be left. */
	final int candidates = this.slowCandidate ? Math.max(3, this.atLeast) : this.atLeast;

	/** The offset of the clocks, as a part of an hour. */
	final double skew = new double[] { 1, 1e-3, 1e-5 }[this.random.nextInt(3)];

	final TickScenario ticks = new TickScenario(this.random, this.lease);

	Scenario(SplittableRandom random, Control control) {
		super(random, oneOf(random, 1000, 2000, 5000, 15_000) * MILLISECOND);
		this.control = control;
		this.sleeps = control.sleeps(this.drawnToSleep);
		double covered = (double) ((this.sleeps && control != Control.CORNER_AND_BEYOND) ? this.tolerance : this.margin)
				/ this.lease;
		this.largestRateError = (control.isAtTheCorner() ? 0.999 : 0.97) * covered / (2 - covered);
	}

	private ElectionTiming timing() {
		long millis = this.lease / MILLISECOND;
		ElectionTiming.Builder builder = ElectionTiming.builder().lease(Duration.ofMillis(millis));
		if (oneIn(4)) {
			builder.safetyMargin(Duration.ofMillis(millis / 5));
		}
		if (oneIn(4)) {
			builder.operationTimeout(Duration.ofMillis(millis / 10));
		}
		if (oneIn(4)) {
			builder.retryInterval(Duration.ofMillis(millis / 4));
		}
		return builder.drainTimeout(Duration.ofMillis(millis / 4 + this.random.nextLong(2 * millis))).build();
	}

	private double ofNetwork(double most) {
		return this.calmNetwork ? 0 : this.random.nextDouble() * most;
	}

	/** Returns the largest ratio of two clock rates. */
	double rateRatio() {
		return (1 + this.largestRateError) / (1 - this.largestRateError);
	}

	/**
	 * Returns the time after the last fault within which a healthy store must have a
	 * leader. In sequence: a command in flight times out, with a back-off; a record whose
	 * evidence was lost is not acquired for a lease; the term of a dead winner expires;
	 * the next candidate acquires.
	 */
	long healBound() {
		return slowBound() + (long) (rateRatio()
				* (2 * this.lease + 4 * this.retryInterval + 3 * this.operationTimeout + 20 * this.latency));
	}

	/**
	 * Returns the time after a crash of the leader within which there must be a
	 * successor: its lease, a poll, and three round trips: the record was renewed
	 * meanwhile, its token is unknown, the grant.
	 */
	long crashBound() {
		return slowBound()
				+ (long) (rateRatio() * (this.lease + this.lease / 10 + 1.25 * this.retryInterval + 12 * this.latency));
	}

	/**
	 * Returns how long a candidate that gets no answer in time may exclude the others: it
	 * repeats its nonce for a lease, and an unknown term expires.
	 */
	long slowBound() {
		return this.slowCandidate ? (long) (rateRatio() * (2 * this.lease + 2 * this.operationTimeout)) : 0;
	}

	/**
	 * Returns the time after the end of the leader's work within which there must be a
	 * successor. A call that has just entered writes its beginning, runs, and writes its
	 * end.
	 */
	long stopBound() {
		return slowBound() + (long) (rateRatio() * (0.12 * this.lease + 1.25 * this.retryInterval + 20 * this.latency));
	}

	/** Returns the time after a grant within which a missed tick must have begun. */
	long catchUpBound() {
		return (long) (rateRatio() * (this.lease + 2 * this.operationTimeout));
	}

	@Override
	public String toString() {
		return "%d candidates%s, lease %s, margin %s, operation timeout %s, retry %s, drain %s%s%s%s, rates within %.4f, %s, %s"
			.formatted(this.candidates, this.slowCandidate ? ", the first always slow" : "", this.timing.lease(),
					this.timing.safetyMargin(), this.timing.operationTimeout(), this.timing.retryInterval(),
					this.timing.drainTimeout(), this.traits.guardLockOutlivesLease() ? ", guard locks" : "",
					this.traits.push() ? ", notifications" : "", this.sleeps ? ", machines sleep" : "",
					this.largestRateError, this.ticks, this.control);
	}

}
