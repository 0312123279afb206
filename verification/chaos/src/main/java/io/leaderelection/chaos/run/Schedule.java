/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

import io.leaderelection.chaos.fault.Fault;

/**
 * The order of the faults: shuffled rounds that contain every kind, so that none is left
 * to chance. Not thread-safe.
 */
final class Schedule {

	private final List<Fault> faults;

	private final Random random;

	private final Deque<Fault> round = new ArrayDeque<>();

	Schedule(List<Fault> faults, Random random) {
		this.faults = faults;
		this.random = random;
	}

	Fault next() {
		if (this.round.isEmpty()) {
			List<Fault> next = new ArrayList<>();
			this.faults.forEach((fault) -> next.addAll(Collections.nCopies(fault.weight(), fault)));
			Collections.shuffle(next, this.random);
			this.round.addAll(next);
		}
		return this.round.removeFirst();
	}

}
