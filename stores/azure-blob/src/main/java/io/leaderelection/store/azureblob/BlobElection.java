/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * One election as one store sees it: its blob, and what this store knows of it. For any
 * thread.
 */
final class BlobElection {

	private static final String UNKNOWN_CANDIDATE = "unknown";

	private final RecordBlob blob;

	private final Evidence evidence;

	/** The blob as this store last wrote it, or {@code null}: saves the read. */
	private volatile @Nullable Snapshot written;

	/** Attempts that have ended, but may have left a lease. */
	private final Set<Nonce> strays = ConcurrentHashMap.newKeySet();

	BlobElection(RecordBlob blob, Ticker ticker) {
		this.blob = blob;
		this.evidence = new Evidence(ticker);
	}

	RecordBlob blob() {
		return this.blob;
	}

	Evidence evidence() {
		return this.evidence;
	}

	Snapshot read(CallBudget budget) {
		Snapshot snapshot = this.blob.read(budget);
		this.evidence.saw(snapshot);
		return snapshot;
	}

	/**
	 * The blob as this store wrote it, if that was this term; else as it is.
	 */
	Snapshot ofTerm(Nonce nonce, long token, CallBudget budget) {
		Snapshot written = this.written;
		boolean own = written != null && written.record() != null && written.record().isTerm(nonce, token);
		return (own && written != null) ? written : read(budget);
	}

	void wrote(Snapshot snapshot) {
		this.evidence.saw(snapshot);
		this.written = snapshot;
	}

	void forget() {
		this.written = null;
	}

	Set<Nonce> strays() {
		return this.strays;
	}

	Outcome.OfObserve observe(CallBudget budget) {
		Snapshot snapshot = read(budget);
		LeaseRecord record = snapshot.record();
		if (record != null && !record.released() && snapshot.leased()) {
			return held(record, snapshot, this.evidence.believed(snapshot));
		}
		return free(snapshot);
	}

	/**
	 * Extends a term: first the record, which fails if the lease is not, or no longer,
	 * this term's; then the lease, which a service may renew although it has expired. A
	 * lease that somebody revived is found out by the age of the record.
	 * @param snapshot the term as it was last written or read
	 */
	Outcome.Granted extend(LeaseRecord record, Snapshot snapshot, CallBudget budget) throws RefusedException {
		Snapshot touched = this.blob.updateTerm(record.renewed(), snapshot.etag(), record.nonce(), budget);
		if (touched.now() >= snapshot.latestEnd(record)) {
			this.blob.releaseLease(record.nonce(), budget);
			throw new RefusedException(RefusedException.Reason.LEASE_LOST);
		}
		wrote(touched);
		if (!this.blob.renewLease(record.nonce(), budget)) {
			throw new RefusedException(RefusedException.Reason.LEASE_LOST);
		}
		return granted(record, touched.now());
	}

	Outcome.Granted granted(LeaseRecord record, long now) {
		return new Outcome.Granted(record.token(), record.duration(),
				this.evidence.untilNotBefore(record.notBefore(), now));
	}

	/**
	 * A record or a lease that keeps the candidate out.
	 * @param left how long the term can last, in milliseconds; zero if only a lease is
	 * left
	 */
	Outcome.Held held(LeaseRecord record, Snapshot snapshot, long left) {
		return new Outcome.Held(record.candidate(), record.since(), record.token(), Duration.ofMillis(left),
				this.evidence.untilNotBefore(record.notBefore(), snapshot.now()), record.metadata());
	}

	/** Somebody has the lease and has not written yet. */
	Outcome.Held heldBySomebody(Acquire command, Snapshot snapshot) {
		LeaseRecord record = snapshot.record();
		if (record == null) {
			return new Outcome.Held(UNKNOWN_CANDIDATE, command.at(), LeaseStore.ABSENT, Duration.ZERO, Duration.ZERO,
					Map.of());
		}
		return held(record, snapshot, (snapshot.leased()) ? this.evidence.believed(snapshot) : 0);
	}

	static Outcome.Free free(Snapshot snapshot) {
		LeaseRecord record = snapshot.record();
		return (record != null) ? new Outcome.Free(record.token(), record.released())
				: new Outcome.Free(LeaseStore.ABSENT, false);
	}

}
