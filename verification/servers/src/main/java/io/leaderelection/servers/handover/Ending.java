/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.ElectionTiming;

/**
 * The ways in which a term ends. Each has its own election, so that all terms end at the
 * same time.
 */
enum Ending {

	STEP_DOWN(Former.STAYING, Stopping.SLOW, TransitionCause.STEP_DOWN),

	/** The job is a guarded call, which a handover does not interrupt. */
	STEP_DOWN_OF_CALL(Former.STAYING, Stopping.SLOW, TransitionCause.STEP_DOWN),

	STALL(Former.STAYING, Stopping.SLOW, TransitionCause.STALLED),

	TENURE(Former.STAYING, Stopping.SLOW, TransitionCause.TENURE),

	PAUSE(Former.STAYING, Stopping.SLOW, TransitionCause.PAUSED),

	UNHEALTHY(Former.STAYING, Stopping.SLOW, TransitionCause.INELIGIBLE),

	LEAVE(Former.STAYING, Stopping.SLOW, TransitionCause.SHUTDOWN),

	SHUTDOWN(Former.CLOSING, Stopping.SLOW, TransitionCause.SHUTDOWN),

	STUCK_STEP_DOWN(Former.STAYING, Stopping.NEVER, TransitionCause.STEP_DOWN),

	/** The candidacy is closed, and its process continues. */
	STUCK_LEAVE(Former.STAYING, Stopping.NEVER, TransitionCause.SHUTDOWN),

	/** The candidacy is closed, and its release does not reach the store. */
	UNRELEASED_LEAVE(Former.UNRELEASED, Stopping.AT_ONCE, TransitionCause.SHUTDOWN),

	STUCK_SHUTDOWN(Former.ABANDONED, Stopping.NEVER, TransitionCause.SHUTDOWN),

	CUT_OFF(Former.CUT_OFF, Stopping.SLOW, TransitionCause.EXPIRED),

	CUT_OFF_WITH_MARGIN(Former.CUT_OFF, Stopping.QUICK, TransitionCause.EXPIRED);

	private static final Duration RETRY = Duration.ofMillis(250);

	/** Long enough for every job that stops. */
	private static final Duration LONG_DRAIN = Duration.ofMinutes(1);

	private static final Duration SHORT_DRAIN = Duration.ofSeconds(1);

	/** Long enough that no candidate contends again during the test. */
	private static final Duration COOL_DOWN = Duration.ofMinutes(10);

	private final Former former;

	private final Stopping stopping;

	private final TransitionCause cause;

	Ending(Former former, Stopping stopping, TransitionCause cause) {
		this.former = former;
		this.stopping = stopping;
		this.cause = cause;
	}

	static List<Ending> of(Former former) {
		return Arrays.stream(values()).filter((ending) -> ending.former == former).toList();
	}

	/** Returns the voluntary endings whose job ends. */
	static List<Ending> voluntary() {
		return Arrays.stream(values())
			.filter((ending) -> !ending.former.runsOut() && ending.stopping != Stopping.NEVER)
			.toList();
	}

	/** Returns the voluntary endings whose job does not end. */
	static List<Ending> stuck() {
		return Arrays.stream(values()).filter((ending) -> ending.stopping == Stopping.NEVER).toList();
	}

	String election() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	Former former() {
		return this.former;
	}

	Stopping stopping() {
		return this.stopping;
	}

	/** Returns the cause for listeners. */
	TransitionCause cause() {
		return this.cause;
	}

	/**
	 * Returns a timing with long operation timeouts for a busy machine. The margin of
	 * {@link #CUT_OFF_WITH_MARGIN} is as wide as renewals allow.
	 */
	ElectionTiming timing(Duration lease) {
		ElectionTiming.Builder timing = ElectionTiming.builder()
			.lease(lease)
			.renewInterval(lease.dividedBy(4))
			.operationTimeout(lease.multipliedBy(3).dividedBy(10))
			.retryInterval(RETRY)
			.drainTimeout((this.stopping != Stopping.NEVER) ? LONG_DRAIN : SHORT_DRAIN)
			.coolDown(COOL_DOWN);
		if (this == CUT_OFF_WITH_MARGIN) {
			Duration fifth = lease.dividedBy(5);
			timing.renewInterval(fifth).operationTimeout(fifth).safetyMargin(fifth.multipliedBy(2));
		}
		return timing.build();
	}

}
