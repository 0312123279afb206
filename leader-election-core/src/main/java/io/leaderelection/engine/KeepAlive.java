/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.function.BooleanSupplier;

import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the process alive while candidates are started that are to do so. Used by one
 * thread at a time.
 */
final class KeepAlive {

	private final TimeSystem time;

	private final BooleanSupplier wanted;

	/** Lets the process end; {@code null} while nothing keeps it alive. */
	private @Nullable Runnable kept;

	/**
	 * Creates an object that does not keep the process alive yet.
	 * @param wanted returns whether a candidate is to keep the process alive
	 */
	KeepAlive(TimeSystem time, BooleanSupplier wanted) {
		this.time = time;
		this.wanted = wanted;
	}

	/** Keeps the process alive if a candidate is to do so. Called while started. */
	void keep() {
		if (this.kept == null && this.wanted.getAsBoolean()) {
			this.kept = this.time.keepProcessAlive("leader-election-keep-alive");
		}
	}

	/**
	 * Lets the process end, unless something is led or handed over here.
	 * @param stopped whether the handover of a stop is done
	 */
	void release(boolean stopped) {
		Runnable kept = this.kept;
		if (kept != null && (stopped || !this.wanted.getAsBoolean())) {
			this.kept = null;
			kept.run();
		}
	}

}
