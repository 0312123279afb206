/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * How {@link LeaderWork} is done. Immutable.
 */
public final class LeaderWorkOptions {

	private static final LeaderWorkOptions DEFAULTS = new LeaderWorkOptions(null, WhenDone.KEEP_LEADING,
			OnLoss.INTERRUPT);

	private final @Nullable String name;

	private final WhenDone whenDone;

	private final OnLoss onLoss;

	private LeaderWorkOptions(@Nullable String name, WhenDone whenDone, OnLoss onLoss) {
		this.name = name;
		this.whenDone = whenDone;
		this.onLoss = onLoss;
	}

	/**
	 * Work without a name of its own, that keeps leading when done and is interrupted
	 * when its term ends.
	 * @return the defaults
	 */
	public static LeaderWorkOptions defaults() {
		return DEFAULTS;
	}

	/**
	 * As {@link #defaults()}, with a name for logs, events and threads.
	 * @param name the name
	 * @return the options
	 * @throws IllegalArgumentException if the name is blank
	 */
	public static LeaderWorkOptions named(String name) {
		if (name.isBlank()) {
			throw new IllegalArgumentException("The name of leader work is blank. Name what the work does");
		}
		return new LeaderWorkOptions(name, DEFAULTS.whenDone, DEFAULTS.onLoss);
	}

	/**
	 * Sets what happens when the work returns.
	 * @param whenDone what happens
	 * @return the options
	 */
	public LeaderWorkOptions whenDone(WhenDone whenDone) {
		return new LeaderWorkOptions(this.name, whenDone, this.onLoss);
	}

	/**
	 * Sets how the work learns that its term has ended, or that a handover has begun:
	 * {@link OnLoss#INTERRUPT} interrupts its thread, also for a handover;
	 * {@link OnLoss#CONTINUE} leaves it to the work to ask
	 * {@link Leadership#awaitEnd(java.time.Duration)} or {@link Leadership#isValid()}.
	 * Either is interrupted once more when it has not returned within the drain timeout.
	 * @param onLoss how it learns of the end
	 * @return the options
	 */
	public LeaderWorkOptions onLoss(OnLoss onLoss) {
		return new LeaderWorkOptions(this.name, this.whenDone, onLoss);
	}

	/**
	 * The name of the work.
	 * @return the name, or {@code null} if one is to be made up
	 */
	public @Nullable String name() {
		return this.name;
	}

	/**
	 * What happens when the work returns.
	 * @return what happens
	 */
	public WhenDone whenDone() {
		return this.whenDone;
	}

	/**
	 * How the work learns that its term has ended.
	 * @return how it learns of it
	 */
	public OnLoss onLoss() {
		return this.onLoss;
	}

}
