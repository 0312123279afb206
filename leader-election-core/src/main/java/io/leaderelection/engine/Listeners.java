/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.work.ForeignCode;
import io.leaderelection.work.SafeLogger;

/**
 * Listeners in the order in which they were added. Calling them needs no memory, so a
 * full heap keeps none of them from its notification. Safe to use from any thread.
 */
final class Listeners {

	private static final SafeLogger logger = new SafeLogger(Listeners.class);

	/** Replaced as a whole. */
	private volatile LeadershipListener[] all = new LeadershipListener[0];

	synchronized Registration add(LeadershipListener listener) {
		LeadershipListener[] more = Arrays.copyOf(this.all, this.all.length + 1);
		more[more.length - 1] = listener;
		this.all = more;
		return () -> remove(listener);
	}

	private synchronized void remove(LeadershipListener listener) {
		List<LeadershipListener> left = new ArrayList<>(Arrays.asList(this.all));
		left.remove(listener);
		this.all = left.toArray(LeadershipListener[]::new);
	}

	boolean isEmpty() {
		return this.all.length == 0;
	}

	/** Calls each, whatever the others throw. Never throws. */
	void call(String election, Consumer<LeadershipListener> call) {
		for (LeadershipListener listener : this.all) {
			Throwable thrown = ForeignCode.call(call, listener);
			if (thrown != null) {
				log(election, listener, thrown);
			}
		}
	}

	private static void log(String election, LeadershipListener listener, Throwable thrown) {
		try {
			logger.warn("Listener {} of election '{}' failed", listener.getClass().getName(), election, thrown);
		}
		catch (Throwable ex) {
			// Not even for the message is there memory
		}
	}

}
