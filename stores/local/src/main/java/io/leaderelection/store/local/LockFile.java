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
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;

import io.leaderelection.time.ProcessLifetime;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open lock file. It stays open only while this JVM has locked it.
 * <p>
 * POSIX drops the lock of a process when the process closes <em>any</em> descriptor of
 * the file. The same file may be open a second time in this JVM: through another class
 * loader, or under another path. Two rules protect the lock of the other one:
 * <ul>
 * <li>A file is closed only if its lock is ours, or if an attempt to lock it shows that
 * nobody in this JVM has locked it. The JDK's table of locks, which all class loaders
 * share, answers that with an {@link OverlappingFileLockException}. The file is left open
 * then, also against the garbage collector, and closed later.</li>
 * <li>Opening, locking and closing are one step under {@link #JVM_WIDE}, so that nobody
 * in this JVM locks the file between the attempt and the close.</li>
 * </ul>
 */
final class LockFile {

	/**
	 * The monitor of all class loaders: a string constant is one object in a JVM. The
	 * text is part of the contract between versions of this class.
	 */
	static final String JVM_WIDE = "io.leaderelection.store.local.LockFile";

	private static final Logger logger = LoggerFactory.getLogger(LockFile.class);

	private static final int ATTEMPTS = 5;

	/** How many files that were left open are tried whenever one is opened. */
	private static final int LEFT_OPEN_TRIED = 2;

	/**
	 * Files that could not be closed, because somebody else in this JVM had locked them.
	 * Used with {@link #JVM_WIDE} locked. If this class loader is discarded before the
	 * others unlock, its files stay open until the process ends.
	 */
	private static final Queue<LockFile> LEFT_OPEN = new ArrayDeque<>();

	private final FileChannel channel;

	private final String identity;

	private @Nullable FileLock lock;

	private boolean leftOpen;

	private LockFile(FileChannel channel, String identity) {
		this.channel = channel;
		this.identity = identity;
	}

	/**
	 * Opens a lock file, and creates it if it is missing.
	 * @param path the path
	 */
	static LockFile open(Path path) throws IOException {
		synchronized (JVM_WIDE) {
			closeLeftOpen();
			for (int i = 0; i < ATTEMPTS; i++) {
				createIfMissing(path);
				String before = identityOf(path);
				if (before != null) {
					LockFile opened = new LockFile(
							FileChannel.open(path, Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)),
							before);
					ProcessLifetime.keep(opened.channel);
					if (before.equals(identityOf(path))) {
						return opened;
					}
					opened.close();
				}
			}
			throw replaced(path);
		}
	}

	/**
	 * Acquires the lock. Otherwise the file is closed, unless somebody else in this JVM
	 * has locked it.
	 * @return whether the lock was acquired
	 */
	boolean tryLock() throws IOException {
		synchronized (JVM_WIDE) {
			if (this.lock != null) {
				return true;
			}
			try {
				this.lock = this.channel.tryLock();
			}
			catch (OverlappingFileLockException ex) {
				leaveOpen();
				return false;
			}
			catch (IOException ex) {
				leaveOpen();
				throw ex;
			}
			if (this.lock == null) {
				closeChannel();
			}
			return this.lock != null;
		}
	}

	/**
	 * Closes the file, which releases its lock. It is left open for now if somebody else
	 * in this JVM has locked it.
	 */
	void close() throws IOException {
		synchronized (JVM_WIDE) {
			if (isOpen() && tryLock()) {
				closeChannel();
			}
		}
	}

	boolean isOpen() {
		return this.channel.isOpen();
	}

	/**
	 * Returns the identity of the file. No other file has it while any process has this
	 * one open.
	 */
	String identity() {
		return this.identity;
	}

	/**
	 * Returns the identity of the file that has a path now, or {@code null} if there is
	 * none.
	 */
	static @Nullable String identityOf(Path path) throws IOException {
		try {
			BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class,
					LinkOption.NOFOLLOW_LINKS);
			Object key = attributes.fileKey();
			return (key != null) ? key.toString() : "created=" + attributes.creationTime();
		}
		catch (NoSuchFileException ex) {
			return null;
		}
	}

	static IOException replaced(Path path) {
		return new IOException(
				"The lock file '" + path + "' is replaced repeatedly. Find out which program replaces it");
	}

	private static void createIfMissing(Path path) throws IOException {
		if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
			return;
		}
		try {
			FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
		}
		catch (FileAlreadyExistsException ex) {
			// Another process has created it
		}
		catch (NoSuchFileException ex) {
			throw new IOException("The directory of '" + path + "' no longer exists. Create it again, or set "
					+ LocalDirectory.PROPERTY + " to another directory and restart all instances", ex);
		}
	}

	private void leaveOpen() {
		if (!this.leftOpen) {
			this.leftOpen = true;
			LEFT_OPEN.add(this);
		}
	}

	/**
	 * Tries a few files in turn, so that opening one takes the same time, however many
	 * are left open.
	 */
	private static void closeLeftOpen() {
		for (int i = Math.min(LEFT_OPEN_TRIED, LEFT_OPEN.size()); i > 0; i--) {
			LockFile file = LEFT_OPEN.remove();
			file.leftOpen = false;
			if (file.lock == null) {
				try {
					file.close();
				}
				catch (IOException ex) {
					logger.debug("Cannot close a lock file that nobody uses", ex);
				}
			}
		}
	}

	private void closeChannel() throws IOException {
		this.lock = null;
		try {
			this.channel.close();
		}
		finally {
			ProcessLifetime.release(this.channel);
		}
	}

}
