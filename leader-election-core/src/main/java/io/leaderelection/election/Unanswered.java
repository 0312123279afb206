/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.util.ArrayList;
import java.util.List;

/**
 * The commands of one election that are on their way. Touched by the loop alone.
 */
final class Unanswered {

	private final List<Effect.Send> sends = new ArrayList<>(2);

	void add(Effect.Send send) {
		this.sends.add(send);
	}

	void remove(Effect.Send send) {
		this.sends.remove(send);
	}

	/** Those that took longer than they may. */
	List<Effect.Send> overdue(Moment now) {
		return this.sends.stream().filter((send) -> left(send, now) <= 0).toList();
	}

	/** In how many nanoseconds the first is overdue. */
	long wakeIn(Moment now) {
		long in = ElectionProtocol.NEVER;
		for (Effect.Send send : this.sends) {
			in = Math.min(in, Math.max(0, left(send, now)));
		}
		return in;
	}

	private static long left(Effect.Send send, Moment now) {
		return send.timeout() - (now.ticker() - send.sent().ticker());
	}

}
