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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * The lock of an election: the operating system's for this JVM among others, and the
 * owner within this JVM. Everything but {@link #guard()} is used under the guard. The
 * lock file is neither read nor written, so nothing interrupts its channel.
 */
final class ElectionLock {

	private static final String GUARD = "guard";

	private static final String CHANNEL = "channel";

	private static final String IDENTITY = "identity";

	private static final String LOCK = "lock";

	private static final String OWNER = "owner";

	private static final String OWNING_STORE = "store";

	private static final String OWNED_UNTIL = "until";

	private static final String KEPT_OPEN = "kept-open";

	private static final int ATTEMPTS = 5;

	private final Path file;

	private final Map<String, Object> entry;

	ElectionLock(Path file, Map<String, Object> entry) {
		this.file = file;
		this.entry = entry;
	}

	static Map<String, Object> newEntry() {
		return new ConcurrentHashMap<>(Map.of(GUARD, new ReentrantLock()));
	}

	ReentrantLock guard() {
		return get(GUARD, ReentrantLock.class);
	}

	/**
	 * Whether this JVM holds the lock of the file that is there now. A lock of a file
	 * that was deleted or replaced keeps nobody out and is dropped.
	 */
	boolean isHeld() throws IOException {
		if (find(LOCK, FileLock.class) == null) {
			return false;
		}
		if (isCurrent()) {
			return true;
		}
		forget();
		return false;
	}

	/**
	 * Takes the lock for this JVM, without an owner yet, unless another process holds it.
	 */
	boolean tryLock() throws IOException {
		for (int i = 0; i < ATTEMPTS; i++) {
			FileLock lock;
			try {
				lock = openChannel().tryLock();
			}
			catch (OverlappingFileLockException ex) {
				// This JVM has the file locked under another path: closing our channel,
				// now or
				// by the garbage collector, would drop that lock.
				keepOpen();
				return false;
			}
			if (lock == null) {
				return false;
			}
			this.entry.put(LOCK, lock);
			if (isCurrent()) {
				return true;
			}
			forget();
		}
		throw replaced();
	}

	/**
	 * Gives the lock up, and whoever owned it. The file stays open.
	 */
	void unlock() throws IOException {
		FileLock lock = find(LOCK, FileLock.class);
		clearOwner();
		this.entry.remove(LOCK);
		if (lock != null && lock.isValid()) {
			lock.release();
		}
	}

	/**
	 * Identifies the file that is locked: no other file has this identity as long as
	 * anybody has this one open.
	 */
	String identity() {
		return get(IDENTITY, String.class);
	}

	void own(Nonce nonce, String store, long until) {
		this.entry.put(OWNER, nonce.toString());
		this.entry.put(OWNING_STORE, store);
		this.entry.put(OWNED_UNTIL, until);
	}

	boolean isOwned() {
		return find(OWNER, String.class) != null;
	}

	boolean isOwnedBy(Nonce nonce) {
		return nonce.toString().equals(find(OWNER, String.class));
	}

	boolean isOwnedByStore(String store) {
		return store.equals(find(OWNING_STORE, String.class));
	}

	long ownedUntil() {
		return get(OWNED_UNTIL, Long.class);
	}

	private void clearOwner() {
		this.entry.remove(OWNER);
		this.entry.remove(OWNING_STORE);
		this.entry.remove(OWNED_UNTIL);
	}

	private FileChannel openChannel() throws IOException {
		FileChannel former = find(CHANNEL, FileChannel.class);
		if (former != null && isCurrent()) {
			return former;
		}
		for (int i = 0; i < ATTEMPTS; i++) {
			createIfMissing();
			String before = identityOfPath();
			FileChannel opened = FileChannel.open(this.file,
					Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
			if (before != null && before.equals(identityOfPath())) {
				this.entry.put(CHANNEL, opened);
				this.entry.put(IDENTITY, before);
				// Only now, so that the new file cannot have been given the old one's
				// identity.
				close(former);
				return opened;
			}
			opened.close();
		}
		throw replaced();
	}

	private void close(@Nullable FileChannel channel) throws IOException {
		boolean kept = this.entry.get(KEPT_OPEN) instanceof List<?> list && list.contains(channel);
		if (channel != null && !kept) {
			channel.close();
		}
	}

	private IOException replaced() {
		return new IOException("The lock file '" + this.file + "' is replaced again and again. Find out who does that");
	}

	private void createIfMissing() throws IOException {
		if (Files.exists(this.file, LinkOption.NOFOLLOW_LINKS)) {
			return;
		}
		try {
			FileChannel.open(this.file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
		}
		catch (FileAlreadyExistsException ex) {
			// Another process was quicker.
		}
		catch (NoSuchFileException ex) {
			throw new IOException("The directory of '" + this.file + "' has gone. Create it again, or set "
					+ LocalDirectory.PROPERTY + " to another directory and restart all instances", ex);
		}
	}

	private boolean isCurrent() throws IOException {
		return identity().equals(identityOfPath());
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
	 * The channel stays open until another file is: see {@link #identity()}.
	 */
	private void forget() {
		clearOwner();
		this.entry.remove(LOCK);
	}

	@SuppressWarnings("unchecked")
	private void keepOpen() {
		List<Object> kept = (List<Object>) this.entry.computeIfAbsent(KEPT_OPEN, (key) -> new ArrayList<>());
		Object channel = get(CHANNEL, FileChannel.class);
		if (!kept.contains(channel)) {
			kept.add(channel);
		}
	}

	private <T> T get(String name, Class<T> type) {
		T value = find(name, type);
		if (value == null) {
			throw new IllegalStateException("The entry of lock file '" + this.file + "' has no " + name);
		}
		return value;
	}

	private <T> @Nullable T find(String name, Class<T> type) {
		return type.cast(this.entry.get(name));
	}

}
