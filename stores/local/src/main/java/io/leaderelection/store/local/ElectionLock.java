/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.Nonce;
import io.leaderelection.time.ProcessLifetime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lock of an election: the operating system's file lock, which excludes other JVMs,
 * and the owner within this JVM. All methods except {@link #guard()} must be called with
 * the guard locked. The lock file is neither read nor written, so that an interrupt
 * cannot close its channel.
 */
final class ElectionLock {

	private static final Logger logger = LoggerFactory.getLogger(ElectionLock.class);

	private static final int ATTEMPTS = 5;

	/**
	 * Touched because cleaners of temporary folders delete files that are unused for
	 * days.
	 */
	private static final long TOUCH_INTERVAL = Duration.ofMinutes(10).toMillis();

	/**
	 * The open lock files of this class loader. POSIX drops the lock of a process when
	 * the process closes <em>any</em> descriptor of the file. Therefore a file is opened
	 * once, whatever the number of contexts that use this store, and its descriptor stays
	 * open, also against the garbage collector: another class loader of this JVM, whose
	 * locks only the JDK distinguishes from ours, may hold the lock of the same file and
	 * would lose it.
	 */
	private static final Map<Path, ElectionLock> LOCKS = new ConcurrentHashMap<>();

	private final Path file;

	private final ReentrantLock guard = new ReentrantLock();

	private @Nullable FileChannel channel;

	/** Whether the channel must stay open even if the lock file is replaced. */
	private boolean keptOpen;

	private @Nullable String identity;

	private @Nullable FileLock lock;

	private @Nullable LeaseRecord owner;

	private @Nullable String owningStore;

	private long touchedAt;

	private ElectionLock(Path file) {
		this.file = file;
	}

	/**
	 * Returns the only lock of a file.
	 * @param file the lock file, below the real path of its directory
	 */
	static ElectionLock of(Path file) {
		return LOCKS.computeIfAbsent(file, ElectionLock::new);
	}

	ReentrantLock guard() {
		return this.guard;
	}

	/**
	 * Returns whether this JVM holds the lock of the file that exists now. Drops the lock
	 * of a file that was deleted or replaced, because it excludes no other process.
	 */
	boolean isHeld() throws IOException {
		if (this.lock == null) {
			return false;
		}
		if (isCurrent()) {
			return true;
		}
		forget();
		return false;
	}

	/**
	 * Acquires the lock for this JVM, without an owner, unless another process has locked
	 * it.
	 */
	boolean tryLock() throws IOException {
		for (int i = 0; i < ATTEMPTS; i++) {
			FileLock lock;
			try {
				lock = openChannel().tryLock();
			}
			catch (OverlappingFileLockException ex) {
				// This JVM has locked the file under another path: closing our channel,
				// now or by the garbage collector, would drop that lock
				this.keptOpen = true;
				return false;
			}
			if (lock == null) {
				return false;
			}
			this.lock = lock;
			if (isCurrent()) {
				return true;
			}
			forget();
		}
		throw replaced();
	}

	/**
	 * Releases the lock and clears its owner. The file stays open.
	 */
	void unlock() throws IOException {
		FileLock lock = this.lock;
		clearOwner();
		this.lock = null;
		if (lock != null && lock.isValid()) {
			lock.release();
		}
	}

	/**
	 * Returns the identity of the locked file. No other file has this identity while any
	 * process has this one open.
	 */
	String identity() {
		String identity = this.identity;
		if (identity == null) {
			throw new IllegalStateException("The lock file '" + this.file + "' is not open");
		}
		return identity;
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

	private FileChannel openChannel() throws IOException {
		FileChannel former = this.channel;
		if (former != null && isCurrent()) {
			return former;
		}
		for (int i = 0; i < ATTEMPTS; i++) {
			createIfMissing();
			String before = identityOfPath();
			FileChannel opened = FileChannel.open(this.file,
					Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
			if (before != null && before.equals(identityOfPath())) {
				this.channel = opened;
				this.identity = before;
				ProcessLifetime.keep(opened);
				// Closed only now, so that the new file cannot get the identity of the
				// old one
				close(former);
				this.keptOpen = false;
				return opened;
			}
			opened.close();
		}
		throw replaced();
	}

	private void close(@Nullable FileChannel channel) throws IOException {
		if (channel != null && !this.keptOpen) {
			ProcessLifetime.release(channel);
			channel.close();
		}
	}

	private IOException replaced() {
		return new IOException(
				"The lock file '" + this.file + "' is replaced repeatedly. Find out which program replaces it");
	}

	private void createIfMissing() throws IOException {
		if (Files.exists(this.file, LinkOption.NOFOLLOW_LINKS)) {
			return;
		}
		try {
			FileChannel.open(this.file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
		}
		catch (FileAlreadyExistsException ex) {
			// Another process has created it
		}
		catch (NoSuchFileException ex) {
			throw new IOException("The directory of '" + this.file + "' no longer exists. Create it again, or set "
					+ LocalDirectory.PROPERTY + " to another directory and restart all instances", ex);
		}
	}

	private boolean isCurrent() throws IOException {
		return this.identity != null && this.identity.equals(identityOfPath());
	}

	private @Nullable String identityOfPath() throws IOException {
		try {
			BasicFileAttributes attributes = Files.readAttributes(this.file, BasicFileAttributes.class,
					LinkOption.NOFOLLOW_LINKS);
			Object key = attributes.fileKey();
			return (key != null) ? key.toString() : "created=" + attributes.creationTime();
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

	/**
	 * Drops lock and owner. The channel stays open until another file is open, see
	 * {@link #identity()}.
	 */
	private void forget() {
		clearOwner();
		this.lock = null;
	}

}
