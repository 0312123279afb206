/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;

/**
 * Records when the harness itself does not run, for example because the machine is
 * overloaded or suspended, and when it waits for the disk, which then also delays servers
 * that force their writes.
 */
final class Watchdog implements AutoCloseable {

	private static final String FILE = "watchdog";

	private static final long INTERVAL_NANOS = Duration.ofMillis(10).toNanos();

	/** A longer interval, so that the disk is not kept busy. */
	private static final long DISK_INTERVAL_NANOS = Duration.ofMillis(100).toNanos();

	private static final long STALL_NANOS = Duration.ofMillis(200).toNanos();

	private final HistoryWriter history;

	private final FileChannel file;

	private final List<Thread> threads = List.of(new Thread(this::watchProcessor, "chaos-watchdog"),
			new Thread(this::watchDisk, "chaos-disk-watchdog"));

	private volatile boolean ends;

	private Watchdog(HistoryWriter history, Path folder) {
		this.history = history;
		try {
			this.file = FileChannel.open(folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write in " + folder, ex);
		}
		this.threads.forEach((thread) -> thread.setDaemon(true));
	}

	static Watchdog start(HistoryWriter history, Path folder) {
		Watchdog watchdog = new Watchdog(history, folder);
		watchdog.threads.forEach(Thread::start);
		return watchdog;
	}

	private void watchProcessor() {
		long last = System.nanoTime();
		while (!this.ends) {
			LockSupport.parkNanos(INTERVAL_NANOS);
			long now = System.nanoTime();
			record("processor", last, now);
			last = now;
		}
	}

	private void watchDisk() {
		try {
			while (!this.ends) {
				LockSupport.parkNanos(DISK_INTERVAL_NANOS);
				long before = System.nanoTime();
				this.file.write(ByteBuffer.wrap(new byte[] { '.' }), 0);
				this.file.force(false);
				record("disk", before, System.nanoTime());
			}
		}
		catch (IOException ex) {
			// The run continues: losses caused by a slow disk then count against the
			// library
			System.err.println("The disk is no longer watched: " + ex);
		}
	}

	private void record(String what, long from, long to) {
		if (to - from > STALL_NANOS) {
			this.history.write(HistoryEvent.of(EventKind.WATCHDOG, from, to)
				.with("gapMillis", Duration.ofNanos(to - from).toMillis())
				.with("what", what));
		}
	}

	@Override
	public void close() {
		this.ends = true;
		try {
			// The history is closed next
			for (Thread thread : this.threads) {
				thread.join();
			}
			this.file.close();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
