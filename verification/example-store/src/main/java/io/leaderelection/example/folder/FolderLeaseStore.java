/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.BatchCalls;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.support.TermRules;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Lease store over a folder: a file for each record, and one file whose lock guards every
 * write. Opened by {@link FolderLeaseStoreFactory}.
 */
final class FolderLeaseStore implements LeaseStore {

	/** Guards as the lock of the file does, which excludes other processes only. */
	private static final Object PROCESS = new Object();

	private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

	private final Path folder;

	private final TimeSystem time = TimeSystem.system();

	private final WorkerPool workers = this.time.workers("leader-election-folder", 1);

	private final BatchCalls calls = new BatchCalls(this.time, "leader-election-folder-call", 1);

	private final Scheduler watching = this.time.scheduler("leader-election-folder-watch");

	/** The elections that were leased when they were read last. */
	private final Set<ElectionKey> awaited = ConcurrentHashMap.newKeySet();

	FolderLeaseStore(Path folder) {
		this.folder = folder;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(batch, timeout, (command, record, evidence) -> TermRules.acquire(command, command.duration(),
				this.time.wallClock().millis(), record, evidence));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, timeout, TermRules::renew);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(batch, timeout, TermRules::release);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(batch.stream().map(Observe::new).toList(), timeout,
				(command, record, evidence) -> new Decision.Answer<>(TermRules.observe(record, evidence)));
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		this.watching.execute(() -> listener.live(true));
		return this.watching.repeat(LOOK_INTERVAL, () -> look(namespace, listener))::cancel;
	}

	/** Notifies of releases. The end of a lease needs no notification. */
	private void look(String namespace, NotificationListener listener) {
		for (ElectionKey key : List.copyOf(this.awaited)) {
			if (key.namespace().equals(namespace) && mayBeFree(key)) {
				this.awaited.remove(key);
				listener.notified(key.election());
			}
		}
	}

	private boolean mayBeFree(ElectionKey key) {
		try {
			FolderRecord record = FolderRecord.read(this.folder, key);
			return record == null || record.term().released();
		}
		catch (RuntimeException ex) {
			// The next call for this election fails, too, and reports it
			return true;
		}
	}

	@Override
	public void close() {
		this.watching.close();
		this.workers.close();
		this.calls.close();
	}

	/** Waits no longer than the timeout, because the lock of a file has none. */
	private <C extends Command, O extends Outcome> List<O> each(List<C> batch, Duration timeout, Rule<C, O> rule) {
		CallBudget budget = new CallBudget(this.time.ticker(), timeout);
		try {
			return budget.await(CompletableFuture.supplyAsync(() -> guarded(batch, budget, rule), this.workers));
		}
		catch (TimeoutException | ExecutionException ex) {
			throw new LeaseStoreException(
					"The folder '" + this.folder + "' cannot be used, or another process locks it " + "for more than "
							+ budget + ". Check its rights, and the processes that use it",
					ex);
		}
	}

	private <C extends Command, O extends Outcome> List<O> guarded(List<C> batch, CallBudget budget, Rule<C, O> rule) {
		synchronized (PROCESS) {
			try (FileChannel guard = FileChannel.open(this.folder.resolve("guard"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE)) {
				// Closing the channel releases the lock
				guard.lock();
				return this.calls.each(batch, budget, (command) -> carryOut(command, budget, rule));
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

	/** An exception becomes the outcome of this command only. */
	private <C extends Command, O extends Outcome> O carryOut(C command, CallBudget budget, Rule<C, O> rule) {
		FolderRecord record = FolderRecord.read(this.folder, command.key());
		long now = this.time.wallClock().millis();
		Decision<O> decision = (record != null) ? rule.decide(command, record.term(), record.evidence(now))
				: rule.decide(command, null, Evidence.NOTHING);
		if (decision instanceof Decision.Answer<O> answer) {
			if (answer.outcome() instanceof Outcome.Leased) {
				this.awaited.add(command.key());
			}
			return answer.outcome();
		}
		if (budget.isSpent()) {
			throw new LeaseStoreException("Nothing was written, because the caller no longer waits");
		}
		Decision.Write<O> write = (Decision.Write<O>) decision;
		new FolderRecord(write.record(), now).write(this.folder, command.key());
		return write.outcome();
	}

	/**
	 * Applies a kind of command to a record.
	 */
	private interface Rule<C extends Command, O extends Outcome> {

		Decision<O> decide(C command, @Nullable TermRecord record, Evidence evidence);

	}

}
