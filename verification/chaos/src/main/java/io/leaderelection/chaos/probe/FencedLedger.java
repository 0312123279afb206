/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;

import io.leaderelection.history.LedgerEntry;
import io.leaderelection.history.RunFolder;
import org.jspecify.annotations.Nullable;

/**
 * The file to which the guarded work of all instances writes, independent of any store.
 * It refuses a token smaller than the last one. Thread-safe.
 */
final class FencedLedger {

	/** More than the length of the longest line. */
	private static final int TAIL = 256;

	/** A file lock belongs to the whole process: its threads acquire this lock first. */
	private final ReentrantLock processLock = new ReentrantLock();

	private final Path lockFile;

	private final Path file;

	FencedLedger(Path folder) {
		this.lockFile = folder.resolve(RunFolder.LEDGER + ".lock");
		this.file = folder.resolve(RunFolder.LEDGER);
	}

	/**
	 * Writes the next entry.
	 * @param token the token of the writer's term
	 * @param process the writer
	 * @param n the number of the write in the writer
	 * @return the number of the entry, or {@code null} if the token is stale
	 * @throws InterruptedException if the thread was interrupted before it wrote
	 * @throws IOException if the ledger cannot be read or written
	 */
	@Nullable Long append(long token, String process, long n) throws InterruptedException, IOException {
		this.processLock.lockInterruptibly();
		// Opened for each write, because an interrupt closes the channel
		try (FileChannel channel = FileChannel.open(this.lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
				FileLock lock = channel.lock()) {
			if (!lock.isValid()) {
				throw new IOException("The lock of the ledger was dropped");
			}
			LedgerEntry last = last();
			if (last != null && token < last.token()) {
				return null;
			}
			LedgerEntry next = new LedgerEntry((last != null) ? last.sequence() + 1 : 1, token, process, n);
			try (FileOutputStream out = new FileOutputStream(this.file.toFile(), true)) {
				out.write((next.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
			}
			return next.sequence();
		}
		catch (IOException ex) {
			if (Thread.interrupted()) {
				InterruptedException interrupted = new InterruptedException();
				interrupted.initCause(ex);
				throw interrupted;
			}
			throw ex;
		}
		finally {
			this.processLock.unlock();
		}
	}

	/**
	 * Blocks all writes of this process until {@link #unlock()}.
	 * @throws InterruptedException if the thread is interrupted
	 */
	void lock() throws InterruptedException {
		this.processLock.lockInterruptibly();
	}

	/** Allows writes again. */
	void unlock() {
		this.processLock.unlock();
	}

	private @Nullable LedgerEntry last() throws IOException {
		if (!Files.exists(this.file)) {
			return null;
		}
		try (RandomAccessFile file = new RandomAccessFile(this.file.toFile(), "r")) {
			long length = file.length();
			byte[] tail = new byte[(int) Math.min(TAIL, length)];
			file.seek(length - tail.length);
			file.readFully(tail);
			String text = new String(tail, StandardCharsets.UTF_8);
			if (text.isEmpty()) {
				return null;
			}
			if (!text.endsWith("\n")) {
				throw new IOException("The last line of the ledger is torn: " + text);
			}
			String lines = text.substring(0, text.length() - 1);
			return LedgerEntry.parse(lines.substring(lines.lastIndexOf('\n') + 1));
		}
	}

}
