/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.time.Duration;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.Evidence.Lock;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One election in one store. Only the holder of the lock of the current lock file writes
 * the record. After each write the lock is checked again: if the lock file was replaced
 * meanwhile, the term was not granted.
 */
final class LocalElection {

	private static final Logger logger = LoggerFactory.getLogger(LocalElection.class);

	private final ElectionFiles files;

	private final RecordFile file;

	private final ElectionLock lock;

	private final LockEvidence evidence;

	private final WallClock clock;

	private final String store;

	/** The leader that the last acquire met, or {@code null} if none is awaited. */
	private volatile @Nullable String followed;

	private boolean closed;

	/** How long a closed election must keep its lock; zero if it has released it. */
	private volatile Duration kept = Duration.ZERO;

	/**
	 * Creates an election.
	 * @param store the part of a temporary file's name that is unique to the store
	 */
	LocalElection(ElectionFiles files, String store, WallClock clock, Ticker ticker) {
		this.files = files;
		this.store = store;
		this.file = new RecordFile(files, store);
		this.lock = ElectionLock.join(files.lock());
		this.evidence = new LockEvidence(this.lock, clock, ticker);
		this.clock = clock;
	}

	ElectionFiles files() {
		return this.files;
	}

	/** Returns the leader whose lock a watch tries, or {@code null} if there is none. */
	@Nullable String followed() {
		return this.followed;
	}

	void unfollow() {
		this.followed = null;
	}

	Outcome.OfAcquire acquire(Acquire command) throws IOException {
		Outcome.OfAcquire outcome = this.lock.guarded(() -> {
			if (this.closed) {
				throw new IllegalStateException("The local store is closed");
			}
			try {
				return decide(command);
			}
			finally {
				if (!this.lock.isOwned()) {
					this.lock.unlock();
				}
			}
		});
		this.followed = (outcome instanceof Outcome.Leased leased) ? leased.candidate() : null;
		return outcome;
	}

	private Outcome.OfAcquire decide(Acquire command) throws IOException {
		boolean held = this.lock.isHeld();
		LeaseRecord record = this.file.read();
		Decision<Outcome.OfAcquire> decision = decide(command, record,
				held ? this.evidence.ofThisJvm(record) : this.evidence.of(record, Lock.UNKNOWN));
		if (!(decision instanceof Decision.AskForLock)) {
			return apply(command, record, decision);
		}
		boolean locked = tryLock(record);
		LeaseRecord current = this.file.read();
		return apply(command, current,
				decide(command, current, locked ? this.evidence.ofNewLock(current, command.nonce())
						: this.evidence.ofOtherProcess(current, command.nonce())));
	}

	private boolean tryLock(@Nullable LeaseRecord record) throws IOException {
		if (record != null && !this.evidence.isRunning(record)) {
			this.lock.closeForgotten();
		}
		boolean locked = this.lock.tryLock();
		if (locked) {
			SpareFiles.require();
		}
		return locked;
	}

	private Outcome.OfAcquire apply(Acquire command, @Nullable LeaseRecord record, Decision<Outcome.OfAcquire> decision)
			throws IOException {
		if (decision instanceof Decision.Write<Outcome.OfAcquire> write) {
			return granted(write.record()) ? write.outcome() : new Outcome.Lost();
		}
		if (record != null && record.nonce().equals(command.nonce())) {
			unlockIfOwnedBy(command.nonce());
		}
		return ((Decision.Answer<Outcome.OfAcquire>) decision).outcome();
	}

	private Decision<Outcome.OfAcquire> decide(Acquire command, @Nullable LeaseRecord record, Evidence evidence) {
		return TermRules.acquire(command, command.duration(), this.clock.millis(), term(record), evidence);
	}

	Outcome.OfRenew renew(Renew command) throws IOException {
		return this.lock.guarded(() -> {
			boolean owned = this.lock.isHeld() && this.lock.isOwnedBy(command.nonce());
			LeaseRecord record = this.file.read();
			Decision<Outcome.OfRenew> decision = TermRules.renew(command, term(record),
					this.evidence.of(record, owned ? Lock.TERM : Lock.OTHER));
			if (decision instanceof Decision.Write<Outcome.OfRenew> write) {
				return granted(write.record()) ? write.outcome() : new Outcome.Lost();
			}
			if (!LeaseRecord.isOfAnotherToken(record, command.nonce(), command.token())) {
				unlockIfOwnedBy(command.nonce());
			}
			return new Outcome.Lost();
		});
	}

	/**
	 * Releases a term and its lock. The work of a released term has ended, so that the
	 * lock is released even if the record cannot be read or written.
	 */
	Outcome.OfRelease release(Release command) throws IOException {
		return this.lock.guarded(() -> {
			boolean held = this.lock.isHeld();
			boolean locked = false;
			LeaseRecord record = null;
			try {
				record = this.file.read();
				Decision<Outcome.OfRelease> decision = decide(command, record);
				if (!held && decision instanceof Decision.Write) {
					locked = this.lock.tryLock();
					record = this.file.read();
					decision = decide(command, record);
				}
				if (decision instanceof Decision.Answer<Outcome.OfRelease> answer) {
					return answer.outcome();
				}
				if (decision instanceof Decision.Write<Outcome.OfRelease> write
						&& (locked || this.lock.isOwnedBy(command.nonce()))) {
					this.file.write(stamped(write.record()));
					return write.outcome();
				}
				return new Outcome.Lost();
			}
			finally {
				if (locked) {
					unlock();
				}
				else if (!LeaseRecord.isOfAnotherToken(record, command.nonce(), command.token())) {
					unlockIfOwnedBy(command.nonce());
				}
			}
		});
	}

	private Decision<Outcome.OfRelease> decide(Release command, @Nullable LeaseRecord record) {
		return TermRules.release(command, term(record), this.evidence.of(record, Lock.UNKNOWN));
	}

	Outcome.OfObserve observe() throws IOException {
		LeaseRecord record = this.file.read();
		return TermRules.observe(term(record), this.evidence.ofRecordAlone(record));
	}

	/** Returns whether no process holds the lock. Does not keep the lock. */
	boolean isUnlocked() throws IOException {
		return this.lock.guarded(() -> {
			if (this.lock.isHeld() || !this.lock.tryLock()) {
				return false;
			}
			this.lock.unlock();
			return true;
		});
	}

	/**
	 * Returns whether the record contains a term of a candidate, live or not, that is not
	 * released.
	 */
	boolean isRecordedLeader(String candidate) throws IOException {
		LeaseRecord record = this.file.read();
		return record != null && !record.term().released() && record.term().candidate().equals(candidate);
	}

	/**
	 * Rejects further commands, and releases the lock if this store owns it. This process
	 * continues, and may still work in a term that was not released, although the lock is
	 * free. Therefore the record makes the next leader wait. If the record cannot be
	 * written, the lock is {@linkplain #kept() kept}.
	 */
	void close() throws IOException {
		this.lock.guarded(() -> {
			if (this.closed) {
				return this;
			}
			this.closed = true;
			LeaseRecord owner = this.lock.owner();
			if (owner == null || !this.lock.isOwnedByStore(this.store)) {
				this.lock.leave();
				return this;
			}
			// In case that an error leaves the lock to be released later
			this.kept = owner.term().lease();
			this.kept = this.evidence.leftOfOwner(owner);
			if (tryAbandonTerm()) {
				this.kept = Duration.ZERO;
			}
			if (this.kept.isZero()) {
				leave();
			}
			return this;
		});
	}

	/**
	 * Returns how long the lock must be kept after {@link #close()}, also if that threw:
	 * the rest of the lease, or zero if nothing has to be released later.
	 */
	Duration kept() {
		return this.kept;
	}

	/**
	 * Makes the next leader wait until this term is over.
	 * @return {@code true} if the next leader is certain to wait
	 */
	private boolean tryAbandonTerm() {
		try {
			if (!this.lock.isHeld()) {
				// A process that locks another file waits in any case
				return true;
			}
			LeaseRecord record = this.file.read();
			if (record == null || !this.lock.isOwnedBy(record.nonce())) {
				return false;
			}
			if (this.evidence.isRunning(record)) {
				this.file.write(record.asAbandoned());
			}
			return true;
		}
		catch (IOException | RuntimeException ex) {
			logger.warn("Cannot write to the record of election '{}' that its term was not released. The lock is "
					+ "kept until the lease has expired", this.files.key(), ex);
			return false;
		}
	}

	/**
	 * Releases the lock that {@link #close()} kept, unless another store in this JVM owns
	 * it by now.
	 */
	void releaseKept() {
		try {
			this.lock.guarded(() -> {
				leave();
				return this;
			});
		}
		catch (IOException | RuntimeException ex) {
			logger.warn("Cannot release the lock of election '{}' of a closed store; the lock ends with this process",
					this.files.key(), ex);
		}
	}

	private void leave() throws IOException {
		try {
			if (this.lock.isOwnedByStore(this.store)) {
				unlock();
			}
		}
		finally {
			this.lock.leave();
		}
	}

	/**
	 * Writes the record and returns whether this JVM still holds the lock afterwards. The
	 * term owns the lock only then.
	 */
	private boolean granted(TermRecord term) throws IOException {
		LeaseRecord record = stamped(term);
		this.file.write(record);
		if (!this.lock.isHeld()) {
			return false;
		}
		this.lock.own(record, this.store);
		this.lock.touch(this.clock.millis());
		return true;
	}

	private LeaseRecord stamped(TermRecord term) {
		return new LeaseRecord(term, this.clock.millis(), this.lock.identity());
	}

	private static @Nullable TermRecord term(@Nullable LeaseRecord record) {
		return (record != null) ? record.term() : null;
	}

	private void unlockIfOwnedBy(Nonce nonce) throws IOException {
		if (this.lock.isOwnedBy(nonce)) {
			unlock();
		}
	}

	private void unlock() throws IOException {
		this.lock.unlock();
		this.files.touchFree();
	}

}
