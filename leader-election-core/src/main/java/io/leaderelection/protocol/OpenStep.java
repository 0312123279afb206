/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.Command;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * A step of a state machine while it is taken: its time and its effects so far. Moments
 * inside a state machine are nanoseconds since its first step, so that they never
 * overflow.
 */
final class OpenStep {

	private boolean begun;

	private long origin;

	private long nextId;

	private Moment now = new Moment(0, 0);

	private long at;

	private List<Effect> effects = new ArrayList<>();

	private Effect.@Nullable Grant grant;

	private Effect.@Nullable Interrupt interrupted;

	void begin(Moment now) {
		if (!this.begun) {
			this.begun = true;
			this.origin = now.ticker();
		}
		this.effects = new ArrayList<>();
		this.grant = null;
		this.interrupted = null;
		this.now = now;
		this.at = at(now);
	}

	/**
	 * Returns the steps of another machine, which goes on with the same times and ids.
	 */
	OpenStep anew(Moment now) {
		OpenStep anew = new OpenStep();
		anew.begun = this.begun;
		anew.origin = this.origin;
		anew.nextId = this.nextId;
		anew.begin(now);
		return anew;
	}

	Moment now() {
		return this.now;
	}

	/** Returns the time of this step. */
	long at() {
		return this.at;
	}

	/** Returns the time of a reading of the clocks. */
	long at(Moment moment) {
		return moment.ticker() - this.origin;
	}

	void add(Effect effect) {
		this.effects.add(effect);
	}

	/** Adds a term that begins; at most one in a step. */
	void grant(Effect.Grant grant) {
		this.grant = grant;
		add(grant);
	}

	/** Adds that work of a term is interrupted; at most once in a step. */
	void interrupt(Effect.Interrupt interrupted) {
		this.interrupted = interrupted;
		add(interrupted);
	}

	<C extends Command> Effect.Send<C> send(long timeout, C command) {
		Effect.Send<C> send = new Effect.Send<>(this.nextId++, this.now, timeout, command);
		add(send);
		return send;
	}

	/** Ends the step, and returns it. */
	Step close(Standing standing) {
		return new Step(this.grant, standing, this.interrupted, this.effects);
	}

}
