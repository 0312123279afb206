/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.leaderelection.guard.GuardObserver;
import io.leaderelection.guard.GuardOutcome;
import io.micrometer.core.instrument.Counter;

/**
 * Counts the calls that one election guards, as soon as there is a meter registry. Needs
 * no look-up for a call.
 */
final class GuardedCalls implements GuardObserver.Recorder {

	private volatile List<Map<GuardOutcome, Counter>> counters = List.of();

	synchronized void addTo(ElectionMeters meters) {
		List<Map<GuardOutcome, Counter>> more = new ArrayList<>(this.counters);
		more.add(meters.guarded());
		this.counters = List.copyOf(more);
	}

	@Override
	public void record(GuardOutcome outcome) {
		List<Map<GuardOutcome, Counter>> counters = this.counters;
		for (int i = 0; i < counters.size(); i++) {
			Counter counter = counters.get(i).get(outcome);
			if (counter != null) {
				counter.increment();
			}
		}
	}

}
