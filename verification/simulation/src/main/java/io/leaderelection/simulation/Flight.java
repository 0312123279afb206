/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import io.leaderelection.protocol.Effect;

/**
 * A command in flight.
 */
final class Flight {

	final Effect.Send<?> send;

	/** In true time. */
	final long sentAt;

	/** Since when the sender has known of no record, in true time. */
	final long absentSince;

	final long sentTicker;

	final long sentWall;

	boolean answered;

	boolean timedOut;

	Flight(Effect.Send<?> send, long sentAt, long absentSince, long sentTicker, long sentWall) {
		this.send = send;
		this.sentAt = sentAt;
		this.absentSince = absentSince;
		this.sentTicker = sentTicker;
		this.sentWall = sentWall;
	}

}
