/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.time.Moment;
import io.leaderelection.time.TimeSystem;

/**
 * The elections of an instance that have a preference.
 */
final class Seats {

	private final TimeSystem time;

	private final Distribution distribution;

	private final List<ElectionSeat> seats = new CopyOnWriteArrayList<>();

	Seats(EngineSettings settings) {
		this.time = settings.time();
		this.distribution = new Distribution(settings.candidate(), settings.preferences().maxLed(),
				settings.preferences().spreadDelay());
	}

	void add(ElectionSeat seat) {
		this.seats.add(seat);
	}

	void remove(ElectionSeat seat) {
		this.seats.remove(seat);
	}

	/** Called with each heartbeat. */
	void look() {
		if (this.seats.isEmpty()) {
			return;
		}
		Moment now = this.time.now();
		List<ElectionSeat> seats = List.copyOf(this.seats);
		seats.forEach((seat) -> seat.prepare(now));
		this.distribution.look(seats, now);
		seats.forEach(ElectionSeat::finish);
	}

}
