/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A ledger in a file to which several processes of one machine append. It does not rely
 * on the election: each write carries its fencing token, and the ledger refuses and
 * records a write whose token is older than the newest it has seen. A separate lock,
 * which has nothing to do with the election, makes check and write one step. Thread-safe.
 */
public final class FileLedger implements Ledger {

	/**
	 * A file lock belongs to the process, not to a thread, so threads acquire this one
	 * first.
	 */
	private static final ReentrantLock PROCESS_LOCK = new ReentrantLock();

	private final Path lockFile;

	private final LineFile entries;

	private final LineFile repeats;

	private final LineFile rejections;

	private FileLedger(Path directory) {
		// A separate file, because closing any other descriptor of a locked file would
		// drop the lock
		this.lockFile = directory.resolve("ledger.lock");
		this.entries = new LineFile(directory.resolve("ledger.tsv"));
		this.repeats = new LineFile(directory.resolve("repeats.tsv"));
		this.rejections = new LineFile(directory.resolve("rejections.tsv"));
	}

	/**
	 * Opens the ledger in a directory.
	 * @param directory the directory, created if it is missing
	 * @return the ledger
	 * @throws UncheckedIOException if the directory cannot be created
	 */
	public static FileLedger open(Path directory) {
		try {
			return new FileLedger(Files.createDirectories(directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(
					"Cannot create the directory '" + directory + "'. Set sample.ledger.directory to another one", ex);
		}
	}

	@Override
	public LedgerEntry append(long fencingToken, String instance, @Nullable Instant tick) {
		return locked(() -> {
			List<String> lines = this.entries.lines();
			LedgerEntry last = (lines.isEmpty()) ? null : LedgerEntry.parse(lines.get(lines.size() - 1));
			Instant now = Instant.now();
			if (last != null && fencingToken < last.fencingToken()) {
				Rejection rejection = new Rejection(fencingToken, last.fencingToken(), now, instance);
				this.rejections.append(this.rejections.lines(), rejection.toLine());
				throw new StaleTokenException(rejection);
			}
			LedgerEntry same = (tick != null) ? find(lines, tick) : null;
			if (tick != null && same != null) {
				this.repeats.append(this.repeats.lines(), new Repeat(tick, same.fencingToken(), fencingToken).toLine());
				return same;
			}
			LedgerEntry next = new LedgerEntry((last != null) ? last.number() + 1 : 1, fencingToken, now, instance,
					tick);
			this.entries.append(lines, next.toLine());
			return next;
		});
	}

	private static @Nullable LedgerEntry find(List<String> lines, Instant tick) {
		return lines.stream()
			.filter((line) -> line.endsWith("\t" + tick))
			.map(LedgerEntry::parse)
			.findFirst()
			.orElse(null);
	}

	@Override
	public List<LedgerEntry> entries() {
		return this.entries.lines().stream().map(LedgerEntry::parse).toList();
	}

	@Override
	public List<LedgerEntry> latest(int count) {
		List<String> lines = this.entries.lines();
		List<String> latest = new ArrayList<>(lines.subList(Math.max(0, lines.size() - count), lines.size()));
		Collections.reverse(latest);
		return latest.stream().map(LedgerEntry::parse).toList();
	}

	@Override
	public List<Repeat> repeats() {
		return this.repeats.lines().stream().map(Repeat::parse).toList();
	}

	@Override
	public List<Rejection> rejections() {
		return this.rejections.lines().stream().map(Rejection::parse).toList();
	}

	private <T> T locked(Supplier<T> action) {
		PROCESS_LOCK.lock();
		try (FileChannel channel = FileChannel.open(this.lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
				FileLock lock = channel.lock()) {
			if (!lock.isValid()) {
				throw new IOException("The lock was dropped");
			}
			return action.get();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot lock " + this.lockFile, ex);
		}
		finally {
			PROCESS_LOCK.unlock();
		}
	}

}
