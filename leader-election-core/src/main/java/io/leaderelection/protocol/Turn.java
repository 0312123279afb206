/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.Command;
import io.leaderelection.time.Moment;

/**
 * One step of a state machine: the time it happens at, and what it wants done. Moments
 * inside a state machine are nanoseconds since its first step, so that they never
 * overflow.
 * <p>
 * A step may throw where memory is short. Effects it wanted done until then are done with
 * the next step, because the state has changed with it: whoever changes the state makes
 * all effects of that change first, adds them at once, and then changes it.
 */
class Turn {

	/**
	 * More than a step and one that threw before it have, so that adding needs no memory.
	 */
	private static final int CAPACITY = 16;

	private boolean begun;

	private long origin;

	private long nextId;

	private Moment now = new Moment(0, 0);

	private long at;

	private List<Effect> effects = new ArrayList<>(CAPACITY);

	private boolean taken;

	void begin(Moment now) {
		if (!this.begun) {
			this.begun = true;
			this.origin = now.ticker();
		}
		if (this.taken) {
			this.effects = new ArrayList<>(CAPACITY);
			this.taken = false;
		}
		this.now = now;
		this.at = at(now);
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

	void add(Effect... effects) {
		for (Effect effect : effects) {
			this.effects.add(effect);
		}
	}

	<C extends Command> Effect.Send<C> send(long timeout, C command) {
		Effect.Send<C> send = new Effect.Send<>(this.nextId++, this.now, timeout, command);
		add(send);
		return send;
	}

	List<Effect> effects() {
		this.taken = true;
		return this.effects;
	}

}
