/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The commands of one election that are on their way. Touched by the loop alone.
 */
final class Unanswered {

	/** More than there can be, so that a command is entered without memory. */
	private static final int MOST = 16;

	private final List<Effect.Send<?>> sends = new ArrayList<>(MOST);

	/** One that could not be sent. */
	private Effect.@Nullable Send<?> unsent;

	void add(Effect.Send<?> send) {
		this.sends.add(send);
	}

	void remove(Effect.Send<?> send) {
		this.sends.remove(send);
	}

	/** A command is not waited for, because it could not be sent. */
	void unsent(Effect.Send<?> send) {
		this.unsent = send;
	}

	/** One that took longer than it may, or was not sent. */
	Effect.@Nullable Send<?> overdue(Moment now) {
		for (int i = 0; i < this.sends.size(); i++) {
			Effect.Send<?> send = this.sends.get(i);
			if (left(send, now) <= 0) {
				return send;
			}
		}
		return null;
	}

	/** In how many nanoseconds the first is overdue. */
	long wakeIn(Moment now) {
		long in = ElectionProtocol.NEVER;
		for (int i = 0; i < this.sends.size(); i++) {
			in = Math.min(in, Math.max(0, left(this.sends.get(i), now)));
		}
		return in;
	}

	private long left(Effect.Send<?> send, Moment now) {
		return send.equals(this.unsent) ? 0 : send.timeout() - (now.ticker() - send.sent().ticker());
	}

}
