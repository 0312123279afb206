/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.ArrayList;
import java.util.List;

/**
 * One step of a state machine: the time it happens at, and what it wants done. Moments
 * inside a state machine are nanoseconds since its first step, so that they never
 * overflow.
 */
final class Turn {

	private boolean begun;

	private long origin;

	private long nextId;

	private Moment now = new Moment(0, 0);

	private long at;

	private List<Effect> effects = new ArrayList<>();

	void begin(Moment now) {
		if (!this.begun) {
			this.begun = true;
			this.origin = now.ticker();
		}
		this.now = now;
		this.at = at(now);
		this.effects = new ArrayList<>(4);
	}

	Moment now() {
		return this.now;
	}

	/** The time of this step. */
	long at() {
		return this.at;
	}

	/** The time of a look at the clocks. */
	long at(Moment moment) {
		return moment.ticker() - this.origin;
	}

	long nextId() {
		return this.nextId++;
	}

	void add(Effect effect) {
		this.effects.add(effect);
	}

	<S extends Effect.Send> S send(S send) {
		this.effects.add(send);
		return send;
	}

	List<Effect> effects() {
		return this.effects;
	}

}
