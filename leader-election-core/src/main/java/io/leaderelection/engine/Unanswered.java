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
 * The commands of one election without an answer. Used only by the loop.
 */
final class Unanswered {

	/** More than there can be, so that adding a command allocates nothing. */
	private static final int MOST = 16;

	private final List<Effect.Send<?>> sends = new ArrayList<>(MOST);

	/** A command that could not be sent. */
	private Effect.@Nullable Send<?> unsent;

	void add(Effect.Send<?> send) {
		this.sends.add(send);
	}

	void remove(Effect.Send<?> send) {
		this.sends.remove(send);
	}

	/** Makes a command overdue at once, because it could not be sent. */
	void unsent(Effect.Send<?> send) {
		this.unsent = send;
	}

	/** Returns a command that timed out or was not sent, or {@code null}. */
	Effect.@Nullable Send<?> overdue(Moment now) {
		for (int i = 0; i < this.sends.size(); i++) {
			Effect.Send<?> send = this.sends.get(i);
			if (left(send, now) <= 0) {
				return send;
			}
		}
		return null;
	}

	/** Returns the nanoseconds until the first command is overdue. */
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
