/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The evidence about an election beside its record: how old that is, and what follows
 * from who has the lock. Used under the guard of the lock.
 */
final class LockEvidence {

	private final String name;

	private final ElectionLock lock;

	private final RecordAges ages;

	/**
	 * Creates the evidence.
	 * @param name the election among those of the store
	 */
	LockEvidence(String name, ElectionLock lock, RecordAges ages) {
		this.name = name;
		this.lock = lock;
		this.ages = ages;
	}

	/** This JVM has had the lock for a while, for a term that may be over by now. */
	Evidence ofThisJvm(@Nullable LeaseRecord record) {
		LeaseRecord owner = this.lock.owner();
		if (record != null && owner != null && owner.nonce().equals(record.nonce())) {
			return of(record, isRunning(record) ? Lock.TERM : Lock.FREE);
		}
		boolean believed = owner != null && !leftOfOwner(owner).isZero();
		return of(record, believed ? Lock.OTHER : Lock.FREE);
	}

	/**
	 * This JVM has just got the lock. If it is that of the file which the record names,
	 * its former owner is dead or gave it up; if it is that of another file, it proves
	 * nothing about the former owner.
	 */
	Evidence ofNewLock(@Nullable LeaseRecord record, Nonce nonce) {
		if (record == null || !record.lockFile().equals(this.lock.identity())) {
			return of(record, Lock.FREE);
		}
		Evidence evidence = of(record, Lock.TERM);
		return record.nonce().equals(nonce) ? evidence : new Evidence(Duration.ZERO, evidence.notBefore(), Lock.FREE);
	}

	/** Another process has the lock, so a term of this attempt has not got it. */
	Evidence ofOtherProcess(@Nullable LeaseRecord record, Nonce nonce) {
		boolean recorded = record != null && !record.term().released() && !record.nonce().equals(nonce);
		return of(record, recorded ? Lock.TERM : Lock.OTHER);
	}

	/** Nobody looks at the lock. */
	Evidence ofRecordAlone(@Nullable LeaseRecord record) {
		return (record != null) ? Evidence.of(record.term(), age(record)) : Evidence.NOTHING;
	}

	Evidence of(@Nullable LeaseRecord record, Lock lock) {
		return (record != null) ? Evidence.of(record.term(), age(record), lock)
				: Evidence.of(null, Duration.ZERO, lock);
	}

	/** Whether the term was not given up and its lease has not run out. */
	boolean isRunning(LeaseRecord record) {
		return ofRecordAlone(record).lock() == Lock.TERM;
	}

	/** How much is left of the lease of the term that owns the lock in this JVM. */
	Duration leftOfOwner(LeaseRecord owner) {
		return Evidence.of(owner.term(), this.ages.of(this.name + "/owner", owner.writtenAt())).left();
	}

	private Duration age(LeaseRecord record) {
		return this.ages.of(this.name, record.writtenAt());
	}

}
