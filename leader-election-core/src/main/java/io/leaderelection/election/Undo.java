/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import io.leaderelection.store.Release;
import org.jspecify.annotations.Nullable;

/**
 * Gives up a term in the store that the candidate does not believe in: a grant that came
 * too late or is not wanted any more, or a hold that outlived its lease.
 */
final class Undo {

	private @Nullable Release command;

	private long due;

	private Effect.@Nullable SendRelease flight;

	void ask(Release command, long due) {
		this.command = command;
		this.due = due;
	}

	boolean isFlying() {
		return this.flight != null;
	}

	/** Whether nothing is flying or overdue. */
	boolean isQuiet(long at) {
		return this.flight == null && (this.command == null || this.due > at);
	}

	/** When to send, or {@link ElectionProtocol#NEVER}. */
	long due(Effect.@Nullable Send otherFlight) {
		return (this.command != null && mayFly(otherFlight)) ? this.due : ElectionProtocol.NEVER;
	}

	void act(Turn turn, long timeout, Effect.@Nullable Send otherFlight) {
		Release command = this.command;
		if (command != null && turn.at() >= this.due && mayFly(otherFlight)) {
			this.command = null;
			this.flight = turn.send(new Effect.SendRelease(turn.nextId(), turn.now(), timeout, command));
		}
	}

	/** Whether an answer was this one's. Whatever it says, it is over. */
	boolean answered(Effect.Send send) {
		boolean own = this.flight != null && this.flight.id() == send.id();
		if (own) {
			this.flight = null;
		}
		return own;
	}

	/** At most one acquire or undo flies, and one release. */
	private boolean mayFly(Effect.@Nullable Send otherFlight) {
		return this.flight == null && !(otherFlight instanceof Effect.SendAcquire)
				&& !(otherFlight instanceof Effect.SendRelease);
	}

}
