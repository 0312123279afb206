/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock of an election: the operating system's file lock, which excludes other JVMs,
 * and the owner within this JVM. All methods except {@link #guarded} and {@link #leave()}
 * must be called with the guard locked. The lock file is neither read nor written, so
 * that an interrupt cannot close its channel. It is open only while this JVM has locked
 * it, so that elections of others, and those that were left, need no descriptor.
 */
final class ElectionLock {

	private static final Logger logger = LoggerFactory.getLogger(ElectionLock.class);

	private static final int ATTEMPTS = 5;

	/**
	 * Touched because cleaners of temporary folders delete files that are unused for
	 * days.
	 */
	private static final long TOUCH_INTERVAL = Duration.ofMinutes(10).toMillis();

	/** The locks that stores of this class loader use, so that they share their owner. */
	private static final Map<Path, ElectionLock> LOCKS = new ConcurrentHashMap<>();

	private final Path file;

	private final ReentrantLock guard = new ReentrantLock();

	/**
	 * The number of elections that use this lock. Changed within an update of the map.
	 */
	private int users;

	/** The file that was opened last, or {@code null} if it was unlocked. */
	private volatile @Nullable LockFile open;

	private boolean held;

	/** Whether the open file was replaced while this JVM had locked it. */
	private boolean forgotten;

	private @Nullable LeaseRecord owner;

	private @Nullable String owningStore;

	private long touchedAt;

	private ElectionLock(Path file) {
		this.file = file;
	}

	/**
	 * Returns the only lock of a file, for an election that calls {@link #leave()} at its
	 * end.
	 * @param file the lock file, below the real path of its directory
	 */
	static ElectionLock join(Path file) {
		return Objects.requireNonNull(LOCKS.compute(file, (path, present) -> {
			ElectionLock lock = (present != null) ? present : new ElectionLock(path);
			lock.users++;
			return lock;
		}));
	}

	/**
	 * Forgets this lock if no other election uses it. Later calls are still safe: they
	 * meet the locks of others like those of another class loader.
	 */
	void leave() {
		LOCKS.computeIfPresent(this.file, (path, present) -> {
			if (present == this) {
				this.users--;
				return (this.users == 0) ? null : this;
			}
			return present;
		});
	}

	/** Returns the result of an action, during which the guard is locked. */
	<T> T guarded(Action<T> action) throws IOException {
		this.guard.lock();
		try {
			return action.run();
		}
		finally {
			this.guard.unlock();
		}
	}

	/**
	 * Returns whether this JVM holds the lock of the file that exists now. Drops the lock
	 * of a file that was deleted or replaced, because it excludes no other process.
	 */
	boolean isHeld() throws IOException {
		if (!this.held) {
			return false;
		}
		if (isCurrent()) {
			return true;
		}
		forget();
		return false;
	}

	/**
	 * Acquires the lock for this JVM, without an owner, unless another process, or
	 * another class loader, has locked it.
	 */
	boolean tryLock() throws IOException {
		for (int i = 0; i < ATTEMPTS; i++) {
			// One step: a file that was left open may be closed by anybody in between
			synchronized (LockFile.JVM_WIDE) {
				if (this.forgotten && isCurrent()) {
					// The file is back. Its lock would prove that the former term is over
					return false;
				}
				if (!openFile().tryLock()) {
					return false;
				}
			}
			this.held = true;
			if (isCurrent()) {
				return true;
			}
			forget();
		}
		throw LockFile.replaced(this.file);
	}

	/**
	 * Releases the lock, clears its owner and closes the file.
	 */
	void unlock() throws IOException {
		LockFile file = this.open;
		boolean held = this.held;
		clearOwner();
		this.held = false;
		if (held && file != null) {
			this.open = null;
			file.close();
		}
	}

	/**
	 * Returns the identity of the locked file. No other file has this identity while any
	 * process has this one open.
	 */
	String identity() {
		LockFile file = this.open;
		if (file == null) {
			throw new IllegalStateException("The lock file '" + this.file + "' is not open");
		}
		return file.identity();
	}

	/**
	 * Closes a file that was replaced while this JVM had locked it. Called when no term
	 * can be believed any more that had its lock.
	 */
	void closeForgotten() throws IOException {
		LockFile file = this.open;
		if (this.forgotten && file != null) {
			this.open = null;
			this.forgotten = false;
			file.close();
		}
	}

	/**
	 * Updates the modification time of the lock file, at most once in ten minutes. Does
	 * not use {@code Files.setLastModifiedTime}, which opens the file: closing it would
	 * drop the lock.
	 * @param now the wall clock
	 */
	void touch(long now) {
		if (Math.abs(now - this.touchedAt) >= TOUCH_INTERVAL) {
			this.touchedAt = now;
			if (!this.file.toFile().setLastModified(now)) {
				logger.debug("Cannot touch the lock file '{}'", this.file);
			}
		}
	}

	void own(LeaseRecord term, String store) {
		this.owner = term;
		this.owningStore = store;
	}

	boolean isOwned() {
		return this.owner != null;
	}

	boolean isOwnedBy(Nonce nonce) {
		return this.owner != null && this.owner.nonce().equals(nonce);
	}

	boolean isOwnedByStore(String store) {
		return store.equals(this.owningStore);
	}

	/**
	 * Returns the term that owns the lock, as it was last written.
	 */
	@Nullable LeaseRecord owner() {
		return this.owner;
	}

	private void clearOwner() {
		this.owner = null;
		this.owningStore = null;
	}

	private LockFile openFile() throws IOException {
		LockFile former = this.open;
		if (former != null && former.isOpen() && isCurrent()) {
			return former;
		}
		LockFile opened = LockFile.open(this.file);
		this.open = opened;
		this.forgotten = false;
		if (former != null) {
			// Closed only now, so that the new file cannot get the identity of the old
			// one
			former.close();
		}
		return opened;
	}

	private boolean isCurrent() throws IOException {
		LockFile file = this.open;
		return file != null && file.identity().equals(LockFile.identityOf(this.file));
	}

	/**
	 * Drops lock and owner of a file that was replaced. It stays open until another one
	 * is, see {@link #identity()}: the record may name it in a term that is not over.
	 */
	private void forget() {
		clearOwner();
		this.held = false;
		this.forgotten = true;
	}

	/** An action under the guard. */
	interface Action<T> {

		T run() throws IOException;

	}

}
