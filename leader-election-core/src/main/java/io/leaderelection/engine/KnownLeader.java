/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import io.leaderelection.Leader;
import io.leaderelection.time.Durations;
import org.jspecify.annotations.Nullable;

/**
 * The known leader of an election, for threads that read it or wait for one. Changed only
 * by the loop.
 */
final class KnownLeader {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private volatile @Nullable Leader leader;

	private volatile @Nullable Instant vacantSince;

	@Nullable Leader get() {
		return this.leader;
	}

	/** When the vacancy began, or {@code null}. */
	@Nullable Instant vacantSince() {
		return this.vacantSince;
	}

	void set(@Nullable Leader leader) {
		this.leader = leader;
		lookAgain();
	}

	/** Wakes waiting threads, because their condition may be true now. */
	void lookAgain() {
		this.lock.lock();
		try {
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Updates the vacancy: there is none while this candidate does not contend. */
	void note(boolean contending, long wallMillis) {
		if (this.leader != null || !contending) {
			this.vacantSince = null;
		}
		else if (this.vacantSince == null) {
			this.vacantSince = Instant.ofEpochMilli(wallMillis);
		}
	}

	/** Waits until a condition about the leader is true. */
	boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
		long left = Durations.nanos(timeout);
		this.lock.lockInterruptibly();
		try {
			while (!condition.getAsBoolean()) {
				if (left <= 0) {
					return false;
				}
				left = this.changed.awaitNanos(left);
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

}
