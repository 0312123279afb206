/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import io.leaderelection.protocol.Effect;
import io.leaderelection.time.Moment;

/**
 * A command in flight.
 */
final class Flight {

	final Effect.Send<?> send;

	/** In true time. */
	final long sentAt;

	/** By the clocks of the sender. */
	final Moment sent;

	/** Since when the sender has known of no record, in true time. */
	final long absentSince;

	/** The number of the call in the history. */
	final long call;

	boolean answered;

	boolean timedOut;

	Flight(Effect.Send<?> send, long sentAt, Moment sent, long absentSince, long call) {
		this.send = send;
		this.sentAt = sentAt;
		this.sent = sent;
		this.absentSince = absentSince;
		this.call = call;
	}

}
