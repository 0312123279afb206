/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

/**
 * Determines the evidence about an election in addition to its record: the age of the
 * record, and the state of the lock. Used with the guard of the lock locked.
 */
final class LockEvidence {

	private final ElectionLock lock;

	private final RecordAge age;

	private final RecordAge ageOfOwner;

	LockEvidence(ElectionLock lock, WallClock clock, Ticker ticker) {
		this.lock = lock;
		this.age = new RecordAge(clock, ticker);
		this.ageOfOwner = new RecordAge(clock, ticker);
	}

	/** For a lock that this JVM already has, for a term that may be over. */
	Evidence ofThisJvm(@Nullable LeaseRecord record) {
		LeaseRecord owner = this.lock.owner();
		if (record != null && owner != null && owner.nonce().equals(record.nonce())) {
			return of(record, isRunning(record) ? Lock.TERM : Lock.FREE);
		}
		boolean running = owner != null && !leftOfOwner(owner).isZero();
		return of(record, running ? Lock.OTHER : Lock.FREE);
	}

	/**
	 * For a lock that this JVM has just acquired. If it is the lock of the file that the
	 * record names, its former owner is dead or has released it. The lock of another file
	 * proves nothing about the former owner.
	 */
	Evidence ofNewLock(@Nullable LeaseRecord record, Nonce nonce) {
		if (record == null || !record.lockFile().equals(this.lock.identity())) {
			return of(record, Lock.FREE);
		}
		Evidence evidence = of(record, Lock.TERM);
		return record.nonce().equals(nonce) ? evidence : new Evidence(Duration.ZERO, evidence.notBefore(), Lock.FREE);
	}

	/** For the lock of another process, which no term with this nonce can own. */
	Evidence ofOtherProcess(@Nullable LeaseRecord record, Nonce nonce) {
		boolean recorded = record != null && !record.term().released() && !record.nonce().equals(nonce);
		return of(record, recorded ? Lock.TERM : Lock.OTHER);
	}

	/** Evidence without the state of the lock. */
	Evidence ofRecordAlone(@Nullable LeaseRecord record) {
		return (record != null) ? Evidence.of(record.term(), this.age.of(record.writtenAt())) : Evidence.NOTHING;
	}

	Evidence of(@Nullable LeaseRecord record, Lock lock) {
		return (record != null) ? Evidence.of(record.term(), this.age.of(record.writtenAt()), lock)
				: Evidence.of(null, Duration.ZERO, lock);
	}

	/** Returns whether the term is not released and its lease has not expired. */
	boolean isRunning(LeaseRecord record) {
		return ofRecordAlone(record).lock() == Lock.TERM;
	}

	/** Returns the rest of the lease of the term that owns the lock in this JVM. */
	Duration leftOfOwner(LeaseRecord owner) {
		return Evidence.of(owner.term(), this.ageOfOwner.of(owner.writtenAt())).left();
	}

}
