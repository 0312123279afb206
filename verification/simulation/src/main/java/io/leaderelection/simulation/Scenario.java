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
 */
final class Scenario {

	private static final long MILLISECOND = 1_000_000;

	final Control control;

	final ElectionTiming timing;

	final StoreTraits traits;

	final int candidates;

	/** Whether the answers to the first candidate always come too late. */
	final boolean slowCandidate;

	final long lease;

	final long margin;

	final long tolerance;

	final long operationTimeout;

	final long retryInterval;

	final boolean sleeps;

	final double largestRateError;

	final long latency;

	/** How long faults are injected. */
	final long chaos;

	final double lossOfRequests;

	final double lossOfAnswers;

	final double repeats;

	final double lateness;

	final double storeErrors;

	final double slowDrains;

	/** The offset of the clocks, as a part of an hour. */
	final double skew;

	final TickScenario ticks;

	Scenario(SplittableRandom random, Control control) {
		this.control = control;
		long millis = new long[] { 1000, 2000, 5000, 15_000 }[random.nextInt(4)];
		this.lease = millis * MILLISECOND;
		ElectionTiming.Builder builder = ElectionTiming.builder().lease(Duration.ofMillis(millis));
		if (random.nextInt(4) == 0) {
			builder.safetyMargin(Duration.ofMillis(millis / 5));
		}
		if (random.nextInt(4) == 0) {
			builder.operationTimeout(Duration.ofMillis(millis / 10));
		}
		if (random.nextInt(4) == 0) {
			builder.retryInterval(Duration.ofMillis(millis / 4));
		}
		builder.drainTimeout(Duration.ofMillis(millis / 4 + random.nextLong(2 * millis)));
		this.timing = builder.build();
		this.margin = this.timing.safetyMargin().toNanos();
		this.tolerance = this.timing.clockTolerance().toNanos();
		this.operationTimeout = this.timing.operationTimeout().toNanos();
		this.retryInterval = this.timing.retryInterval().toNanos();
		int candidates = 2 + random.nextInt(4);
		this.traits = new StoreTraits("model", StoreTraits.Clock.STORE, Duration.ofMillis(1), Duration.ofDays(1), false,
				random.nextInt(3) == 0, random.nextBoolean(), true);
		this.sleeps = random.nextInt(3) == 0;
		double covered = (double) (this.sleeps ? this.tolerance : this.margin) / this.lease;
		this.largestRateError = 0.97 * covered / (2 - covered);
		this.latency = this.lease / 2000 + random.nextLong(this.lease / 60);
		this.chaos = (6 + random.nextInt(12)) * this.lease;
		boolean calmNetwork = random.nextInt(6) == 0;
		this.lossOfRequests = calmNetwork ? 0 : random.nextDouble() * 0.15;
		this.lossOfAnswers = calmNetwork ? 0 : random.nextDouble() * 0.15;
		this.repeats = calmNetwork ? 0 : random.nextDouble() * 0.1;
		this.lateness = calmNetwork ? 0 : random.nextDouble() * 0.15;
		this.storeErrors = calmNetwork ? 0 : random.nextDouble() * 0.05;
		this.slowDrains = random.nextDouble() * 0.4;
		this.slowCandidate = random.nextInt(8) == 0;
		// After a crash of the leader another candidate must be left
		this.candidates = this.slowCandidate ? Math.max(3, candidates) : candidates;
		this.skew = new double[] { 1, 1e-3, 1e-5 }[random.nextInt(3)];
		this.ticks = new TickScenario(random, this.lease);
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
