/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One election as one store sees it. The record is written only by who has the lock of
 * the file that is there, and is looked at once more after each write: if the lock file
 * was replaced meanwhile, the term is not ours.
 */
final class LocalElection {

	private static final Logger logger = LoggerFactory.getLogger(LocalElection.class);

	private static final String UNKNOWN_CANDIDATE = "unknown";

	private final ElectionFiles files;

	private final RecordFile file;

	private final ElectionLock lock;

	private final FreeSignal freeSignal;

	private final Countdowns countdowns;

	private final WallClock clock;

	private final String store;

	private boolean closed;

	LocalElection(ElectionFiles files, String store, FreeSignal freeSignal, Countdowns countdowns, WallClock clock) {
		this.files = files;
		this.store = store;
		this.file = new RecordFile(files, store);
		this.lock = LockTable.lockOf(files.lock());
		this.freeSignal = freeSignal;
		this.countdowns = countdowns;
		this.clock = clock;
	}

	ElectionFiles files() {
		return this.files;
	}

	Outcome.OfAcquire acquire(Acquire command) throws IOException {
		return guarded(() -> {
			if (this.closed) {
				throw new IllegalStateException("The local store is closed");
			}
			boolean held = this.lock.isHeld();
			if (!held && !this.lock.tryLock()) {
				return refused(command, this.file.read());
			}
			LeaseRecord record = held ? this.file.read() : readOrUnlock();
			try {
				return decide(command, record);
			}
			finally {
				if (!this.lock.isOwned()) {
					this.lock.unlock();
				}
			}
		});
	}

	private Outcome.OfAcquire refused(Acquire command, @Nullable LeaseRecord record) {
		if (record != null && record.nonce().equals(command.nonce())) {
			return new Outcome.Lost();
		}
		return heldBy(record, (record != null && !record.released()) ? left(record) : 0);
	}

	private Outcome.OfAcquire decide(Acquire command, @Nullable LeaseRecord record) throws IOException {
		if (record != null && record.nonce().equals(command.nonce())) {
			if (isLive(record) && record.lockFile().equals(this.lock.identity())) {
				return writeTerm(record.extendedFrom(this.clock.millis()));
			}
			giveUpIfOwnedBy(command.nonce());
			return new Outcome.Lost();
		}
		if (this.lock.isOwned()) {
			long left = leftOfOwner(record);
			if (left > 0) {
				return heldBy(record, left);
			}
		}
		long token = (record != null) ? record.token() : LeaseStore.ABSENT;
		if (token != command.seenToken()) {
			return new Outcome.Free(token, record != null && record.released());
		}
		long now = this.clock.millis();
		long newToken = Math.max(Math.max(token, command.tokenFloor()) + 1, now);
		LeaseRecord term = LeaseRecord.of(command, newToken, notBefore(record, now), this.lock.identity(), now);
		RecordFormat.check(this.files.key(), term);
		return writeTerm(term);
	}

	/**
	 * Who got the lock of the file that the record names knows that its holder is dead or
	 * gave it up. Who got the lock of another file knows nothing of the former holder.
	 */
	private long notBefore(@Nullable LeaseRecord record, long now) {
		if (record == null) {
			return 0;
		}
		boolean holderUnknown = !this.lock.isOwned() && !record.lockFile().equals(this.lock.identity());
		long believed = (holderUnknown && isLive(record)) ? now + left(record) : 0;
		return Math.max(believed, record.notBefore());
	}

	Outcome.OfRenew renew(Renew command) throws IOException {
		return guarded(() -> {
			boolean held = this.lock.isHeld();
			LeaseRecord record = this.file.read();
			if (!held || !this.lock.isOwnedBy(command.nonce())) {
				return new Outcome.Lost();
			}
			if (record != null && record.nonce().equals(command.nonce()) && record.token() != command.token()) {
				return new Outcome.Lost();
			}
			if (record == null || !record.isTerm(command.nonce(), command.token()) || !isLive(record)) {
				giveUpIfOwnedBy(command.nonce());
				return new Outcome.Lost();
			}
			Outcome.OfAcquire outcome = writeTerm(record.extendedFrom(this.clock.millis()));
			return (outcome instanceof Outcome.Granted granted) ? granted : new Outcome.Lost();
		});
	}

	Outcome.OfRelease release(Release command) throws IOException {
		return guarded(() -> {
			boolean held = this.lock.isHeld();
			LeaseRecord record;
			try {
				record = this.file.read();
			}
			catch (Throwable ex) {
				// Nobody works under a term that is released, whatever the record says
				giveUpIfOwnedBy(command.nonce());
				throw ex;
			}
			if (record == null || !record.isTerm(command.nonce(), command.token())) {
				if (record == null || !record.nonce().equals(command.nonce())) {
					giveUpIfOwnedBy(command.nonce());
				}
				return new Outcome.Lost();
			}
			if (record.released()) {
				return new Outcome.Released();
			}
			if (held) {
				return this.lock.isOwnedBy(command.nonce()) ? writeReleased(record) : new Outcome.Lost();
			}
			if (!this.lock.tryLock()) {
				return new Outcome.Lost();
			}
			record = readOrUnlock();
			if (record == null || !record.isTerm(command.nonce(), command.token())) {
				this.lock.unlock();
				return new Outcome.Lost();
			}
			return writeReleased(record);
		});
	}

	private Outcome.OfRelease writeReleased(LeaseRecord record) throws IOException {
		try {
			this.file.write(record.asReleased());
		}
		finally {
			giveUp();
		}
		return new Outcome.Released();
	}

	Outcome.OfObserve observe() throws IOException {
		LeaseRecord record = this.file.read();
		if (record == null) {
			return new Outcome.Free(LeaseStore.ABSENT, false);
		}
		return isLive(record) ? heldBy(record, left(record)) : new Outcome.Free(record.token(), record.released());
	}

	/**
	 * Whether no process holds the lock, asked without keeping it.
	 */
	boolean isUnlocked() throws IOException {
		return guarded(() -> {
			if (this.lock.isHeld() || !this.lock.tryLock()) {
				return false;
			}
			this.lock.unlock();
			return true;
		});
	}

	/**
	 * Whether the record says that a candidate has a term, live or not, which it did not
	 * give up.
	 */
	boolean isHeldOnPaperBy(String candidate) throws IOException {
		LeaseRecord record = this.file.read();
		return record != null && !record.released() && record.candidate().equals(candidate);
	}

	/**
	 * Takes nothing any more, and gives up what this store owns. This process lives on,
	 * and so may work of a term that was not released, which a free lock does not tell.
	 * The record tells it; the lock is kept if that cannot be written.
	 * @return how long the lock must be kept: what is left of the term, or zero if the
	 * lock was given up
	 */
	Duration close() throws IOException {
		return guarded(() -> {
			this.closed = true;
			if (!this.lock.isOwnedByStore(this.store)) {
				return Duration.ZERO;
			}
			long left = tryAbandonTerm() ? 0 : leftOfOwner(null);
			if (left > 0) {
				return Duration.ofMillis(left);
			}
			giveUp();
			return Duration.ZERO;
		});
	}

	/**
	 * Makes whoever is next wait until this term is over.
	 * @return whether that is certain
	 */
	private boolean tryAbandonTerm() {
		try {
			if (!this.lock.isHeld()) {
				// Who locks another file waits anyway
				return true;
			}
			LeaseRecord record = this.file.read();
			if (record == null || !this.lock.isOwnedBy(record.nonce())) {
				return false;
			}
			if (isLive(record)) {
				this.file.write(record.asAbandoned());
			}
			return true;
		}
		catch (Throwable ex) {
			logger.warn("Cannot write into the record of election '{}' that its term was not released. The lock is "
					+ "kept until the lease has run out", this.files.key(), ex);
			return false;
		}
	}

	/**
	 * Gives up the lock that {@link #close()} kept, unless somebody else in this JVM has
	 * it by now.
	 */
	void giveUpKept() throws IOException {
		guarded(() -> {
			if (this.lock.isOwnedByStore(this.store)) {
				giveUp();
			}
			return this;
		});
	}

	private Outcome.OfAcquire writeTerm(LeaseRecord record) throws IOException {
		boolean owned = this.lock.isOwnedBy(record.nonce());
		if (!owned) {
			this.lock.own(record, this.store);
		}
		try {
			this.file.write(record);
		}
		catch (Throwable ex) {
			if (!owned) {
				giveUp();
			}
			throw ex;
		}
		if (!this.lock.isHeld()) {
			return new Outcome.Lost();
		}
		this.lock.own(record, this.store);
		this.lock.touch(this.clock.millis());
		return new Outcome.Granted(record.token(), record.duration(), waiting(record));
	}

	private long leftOfOwner(@Nullable LeaseRecord record) {
		if (record != null && this.lock.isOwnedBy(record.nonce())) {
			return isLive(record) ? left(record) : 0;
		}
		LeaseRecord owner = this.lock.owner();
		return (owner != null) ? this.countdowns.remaining(this.files.name() + "/owner", owner.expiresAt(),
				owner.duration().toMillis()) : 0;
	}

	private Outcome.Held heldBy(@Nullable LeaseRecord record, long left) {
		if (record == null) {
			return new Outcome.Held(UNKNOWN_CANDIDATE, Instant.ofEpochMilli(this.clock.millis()), LeaseStore.ABSENT,
					Duration.ofMillis(left), Duration.ZERO, Map.of());
		}
		return new Outcome.Held(record.candidate(), record.since(), record.token(), Duration.ofMillis(left),
				waiting(record), record.metadata());
	}

	private boolean isLive(LeaseRecord record) {
		return !record.released() && left(record) > 0;
	}

	private long left(LeaseRecord record) {
		return this.countdowns.remaining(this.files.name() + "/lease", record.expiresAt(),
				record.duration().toMillis());
	}

	private Duration waiting(LeaseRecord record) {
		return Duration
			.ofMillis(this.countdowns.remaining(this.files.name() + "/not-before", record.notBefore(), Long.MAX_VALUE));
	}

	private void giveUpIfOwnedBy(Nonce nonce) throws IOException {
		if (this.lock.isOwnedBy(nonce)) {
			giveUp();
		}
	}

	private void giveUp() throws IOException {
		this.lock.unlock();
		this.freeSignal.send(this.files);
	}

	private @Nullable LeaseRecord readOrUnlock() throws IOException {
		try {
			return this.file.read();
		}
		catch (Throwable ex) {
			this.lock.unlock();
			throw ex;
		}
	}

	private <T> T guarded(Action<T> action) throws IOException {
		ReentrantLock guard = this.lock.guard();
		guard.lock();
		try {
			return action.run();
		}
		finally {
			guard.unlock();
		}
	}

	/**
	 * What is done under the guard.
	 */
	private interface Action<T> {

		T run() throws IOException;

	}

}
