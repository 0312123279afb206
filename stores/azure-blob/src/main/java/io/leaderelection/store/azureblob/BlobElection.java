/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.azureblob.RefusedException.Reason;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.Write;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The state that one store keeps for one election, and the operations on its blob.
 * Thread-safe.
 */
final class BlobElection {

	/** Limits the rounds, because others may write in between. */
	static final int MAX_ROUNDS = 8;

	private final RecordBlob blob;

	private final BlobAge age;

	/** The blob as this store last wrote it, or {@code null}. Avoids a read. */
	private volatile @Nullable Snapshot written;

	/** The nonces of ended attempts that may still have a lease. */
	private final Set<Nonce> strays = ConcurrentHashMap.newKeySet();

	BlobElection(RecordBlob blob, Ticker ticker) {
		this.blob = blob;
		this.age = new BlobAge(ticker);
	}

	RecordBlob blob() {
		return this.blob;
	}

	Snapshot read(CallBudget budget) {
		Snapshot snapshot = this.blob.read(budget);
		this.age.saw(snapshot);
		return snapshot;
	}

	/**
	 * Returns the blob as this store last wrote it if that was the given term and it
	 * still runs, and reads it otherwise.
	 */
	private Snapshot ofTerm(Nonce nonce, long token, CallBudget budget) {
		Snapshot written = this.written;
		boolean own = written != null && written.record() != null && written.record().isTerm(nonce, token);
		return (own && written != null && evidence(written).lock() == Lock.TERM) ? written : read(budget);
	}

	void wrote(Snapshot snapshot) {
		this.age.saw(snapshot);
		this.written = snapshot;
	}

	Set<Nonce> strays() {
		return this.strays;
	}

	/**
	 * Returns what is known besides the record. While the recorded term may still be
	 * valid, a lease counts as that term's. After that, only an attempt to acquire the
	 * lease shows whose it is.
	 */
	Evidence evidence(Snapshot snapshot) {
		Evidence evidence = Evidence.of(snapshot.record(), this.age.of(snapshot));
		Lock lease = (evidence.lock() == Lock.TERM) ? Lock.TERM : Lock.UNKNOWN;
		return evidence.with(snapshot.leased() ? lease : Lock.FREE);
	}

	Outcome.OfObserve observe(CallBudget budget) {
		Snapshot snapshot = read(budget);
		return TermRules.observe(snapshot.record(), evidence(snapshot));
	}

	/**
	 * Renews a term. Skips the read as long as nobody else writes, but never reports a
	 * loss without reading.
	 */
	Outcome.OfRenew renew(Renew command, CallBudget budget) {
		Snapshot last = this.written;
		boolean read = last == null;
		Snapshot snapshot = (last != null) ? last : read(budget);
		for (int i = 0; i < MAX_ROUNDS; i++) {
			Decision<Outcome.OfRenew> decision = TermRules.renew(command, snapshot.record(), evidence(snapshot));
			if (decision instanceof Write<Outcome.OfRenew> write) {
				try {
					extend(write.record(), snapshot, budget);
					return write.outcome();
				}
				catch (RefusedException ex) {
					if (ex.reason() != Reason.CHANGED) {
						// Garbage does not prove the loss of the term
						read(budget);
						return new Outcome.Lost();
					}
				}
			}
			else if (read) {
				return new Outcome.Lost();
			}
			snapshot = read(budget);
			read = true;
		}
		throw changedTooOften();
	}

	/** Releases a term: marks the record as released, then releases the lease. */
	Outcome.OfRelease release(Release command, CallBudget budget) {
		Snapshot snapshot = ofTerm(command.nonce(), command.token(), budget);
		for (int i = 0; i < MAX_ROUNDS; i++) {
			Decision<Outcome.OfRelease> decision = TermRules.release(command, snapshot.record(), evidence(snapshot));
			if (decision instanceof Answer<Outcome.OfRelease> answer) {
				if (answer.outcome() instanceof Outcome.Released || !snapshot.isOf(command.nonce())) {
					// Also the lease of an attempt that has not become a term
					releaseLease(command.nonce(), snapshot, budget);
				}
				return answer.outcome();
			}
			Write<Outcome.OfRelease> write = (Write<Outcome.OfRelease>) decision;
			try {
				Snapshot released = this.blob.write(write.record(), snapshot.etag(),
						snapshot.leased() ? command.nonce() : null, budget);
				releaseLease(command.nonce(), released, budget);
				return write.outcome();
			}
			catch (RefusedException ex) {
				// The blob has changed after it was read
				snapshot = read(budget);
			}
		}
		throw changedTooOften();
	}

	private void releaseLease(Nonce nonce, Snapshot snapshot, CallBudget budget) {
		try {
			if (snapshot.leased()) {
				this.blob.releaseLease(nonce, budget);
			}
		}
		catch (RefusedException ex) {
			if (ex.reason() == Reason.CHANGED) {
				throw new LeaseStoreException("The lease of " + this.blob.place() + " cannot be released");
			}
			// Another candidate has the lease, or it has ended
		}
	}

	/**
	 * Extends a term. It first writes the record, which fails if the lease is not, or no
	 * longer, this term's. Then it renews the lease, which a service may do although the
	 * lease has expired. The age of the record reveals a lease that expired and was
	 * renewed nevertheless.
	 * @param record the record to write
	 * @param snapshot the term as it was last written or read
	 */
	void extend(TermRecord record, Snapshot snapshot, CallBudget budget) throws RefusedException {
		Snapshot touched = this.blob.write(record, snapshot.etag(), record.nonce(), budget);
		if (touched.now() >= snapshot.latestEnd(record)) {
			this.blob.releaseLease(record.nonce(), budget);
			throw new RefusedException(Reason.LEASE_LOST);
		}
		wrote(touched);
		if (!this.blob.renewLease(record.nonce(), budget)) {
			throw new RefusedException(Reason.LEASE_LOST);
		}
	}

	LeaseStoreException changedTooOften() {
		return new LeaseStoreException(
				"The content of " + this.blob.place() + " changed repeatedly. Find out who writes it");
	}

}
