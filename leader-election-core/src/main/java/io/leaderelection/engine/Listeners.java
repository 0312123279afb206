/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;

/**
 * Listeners in the order in which they were added, with numbers that rise. Safe to use
 * from any thread.
 */
final class Listeners {

	/** Copied on write, so that {@code forEach} allocates nothing. */
	private final CopyOnWriteArrayList<Entry> entries = new CopyOnWriteArrayList<>();

	private long added;

	synchronized Registration add(LeadershipListener listener) {
		this.added++;
		Entry entry = new Entry(this.added, listener);
		this.entries.add(entry);
		return () -> this.entries.remove(entry);
	}

	boolean isEmpty() {
		return this.entries.isEmpty();
	}

	void forEach(Consumer<Entry> action) {
		this.entries.forEach(action);
	}

	/** Not a record, because a listener that was added twice is removed once. */
	static final class Entry {

		final long number;

		final LeadershipListener listener;

		private Entry(long number, LeadershipListener listener) {
			this.number = number;
			this.listener = listener;
		}

	}

}
