/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.NamedRecord;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Records as files in a folder, and one more file whose lock guards every write.
 */
final class FolderRecords implements ConditionalRecords {

	/** Guards as the lock of the file does, which excludes other processes only. */
	private static final Object PROCESS = new Object();

	private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

	private final Path folder;

	private final WorkerPool workers;

	private final Scheduler watching;

	FolderRecords(Path folder, TimeSystem time) {
		this.folder = folder;
		this.workers = time.workers("leader-election-folder", 1);
		this.watching = time.scheduler("leader-election-folder-watch");
	}

	/** Returns the file of an election, whose name may have any characters. */
	static Path file(Path folder, ElectionKey key) {
		byte[] name = (key.namespace() + '\0' + key.election()).getBytes(StandardCharsets.UTF_8);
		return folder.resolve(UUID.nameUUIDFromBytes(name) + ".record");
	}

	@Override
	public @Nullable Stored read(ElectionKey key, CallBudget budget) {
		Path file = file(this.folder, key);
		try {
			return parse(Files.readString(file), key);
		}
		catch (NoSuchFileException ex) {
			return null;
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("The record of election '" + key + "' in '" + file + "' is garbage: "
					+ ex.getMessage() + ". Stop all instances that contend in this election, then delete the file");
		}
		catch (IOException ex) {
			throw new LeaseStoreException("The file '" + file + "' cannot be read. Check its rights", ex);
		}
	}

	@Override
	public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		return guarded(budget, () -> {
			Stored present = read(key, budget);
			if (!Objects.equals(version(present), version(expected))) {
				return null;
			}
			if (budget.isSpent()) {
				throw new NoAnswerException("Nothing was written, because the caller no longer waits", null);
			}
			String text = new String(new NamedRecord(key, record).format(), StandardCharsets.UTF_8);
			// A file is replaced as a whole, so that no reader sees a part of it
			Files.move(Files.writeString(this.folder.resolve("next"), text), file(this.folder, key),
					StandardCopyOption.ATOMIC_MOVE);
			return new Stored(record, text);
		});
	}

	private static @Nullable Object version(@Nullable Stored stored) {
		return (stored != null) ? stored.version() : null;
	}

	/** Parses the text of a file, which is untrusted. The text is its own version. */
	private static Stored parse(String text, ElectionKey key) {
		return new Stored(NamedRecord.parse(text.getBytes(StandardCharsets.UTF_8), key), text);
	}

	/** Waits no longer than the budget, because the lock of a file has no timeout. */
	private <T> T guarded(CallBudget budget, Callable<T> action) {
		FutureTask<T> task = new FutureTask<>(() -> {
			synchronized (PROCESS) {
				try (FileChannel guard = FileChannel.open(this.folder.resolve("guard"), StandardOpenOption.CREATE,
						StandardOpenOption.WRITE)) {
					// Closing the channel releases the lock
					guard.lock();
					return action.call();
				}
			}
		});
		this.workers.execute(task);
		try {
			return task.get(budget.nanosLeft(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			throw new NoAnswerException("Another process locks the folder '" + this.folder + "' for more than " + budget
					+ ". Find out which", ex);
		}
		catch (ExecutionException ex) {
			if (ex.getCause() instanceof RuntimeException known) {
				throw known;
			}
			throw new LeaseStoreException("The folder '" + this.folder + "' cannot be written. Check its rights", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new LeaseStoreException("Interrupted while waiting for the folder", ex);
		}
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener, Changes changes) {
		Map<Path, String> seen = new HashMap<>();
		this.watching.execute(() -> listener.live(true));
		return this.watching.repeat(LOOK_INTERVAL, () -> look(namespace, listener, changes, seen))::cancel;
	}

	private void look(String namespace, NotificationListener listener, Changes changes, Map<Path, String> seen) {
		try (Stream<Path> files = Files.list(this.folder)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".record")).toList()) {
				String text = Files.readString(file);
				if (!text.equals(seen.put(file, text))) {
					ElectionKey key = NamedRecord.keyOf(text.getBytes(StandardCharsets.UTF_8));
					if (key.namespace().equals(namespace) && changes.seen(key, parse(text, key))) {
						listener.notified(key.election());
					}
				}
			}
		}
		catch (IOException | IllegalArgumentException ex) {
			// A notification is missed. The next call for the election reports the cause
			seen.clear();
		}
	}

	@Override
	public void close() {
		this.watching.close();
		this.workers.close();
	}

}
