/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.OpenWatches;
import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.TimeSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lease store for the processes of one machine, over files in a directory. Opened by
 * {@link LocalLeaseStoreFactory}.
 * <p>
 * The leader holds the lock of the election's lock file, which the operating system
 * releases when the process dies. A record file contains the term and its lease. A
 * process that is suspended (SIGSTOP) keeps its lock, so that there is no new leader
 * until the process dies, or continues, detects that its term is lost and releases the
 * lock. Candidates in one JVM, also in several class loaders, exclude each other as
 * processes do.
 */
final class LocalLeaseStore implements LeaseStore {

	private static final Logger logger = LoggerFactory.getLogger(LocalLeaseStore.class);

	private final Path directory;

	private final TimeSystem time;

	private final String id = TemporaryFiles.writer();

	private final Map<ElectionKey, LocalElection> elections = new ConcurrentHashMap<>();

	/** Waits for files of the operating system, whatever clocks the store has. */
	private final Scheduler watching = TimeSystem.system().scheduler("leader-election-local-watch");

	private final OpenWatches<ReconnectingWatch> watches = new OpenWatches<>("local");

	private volatile boolean closed;

	LocalLeaseStore(Path directory, TimeSystem time) {
		this.directory = directory;
		this.time = time;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(batch, timeout, Acquire::key, Outcome.Unknown::new, LocalElection::acquire);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return each(batch, timeout, Renew::key, Outcome.Unknown::new, LocalElection::renew);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return each(batch, timeout, Release::key, Outcome.Unknown::new, LocalElection::release);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return each(batch, timeout, Function.identity(), Outcome.Unknown::new, (election, key) -> election.observe());
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.watches.open(
				() -> new ReconnectingWatch("the local store", listener, this.watching, FreeWatch.LONGEST_PAUSE),
				(watch) -> watch.start(new FreeWatch(watch, namespace,
						this.directory.resolve(ElectionFiles.FREE_DIRECTORY), this.elections.values())));
	}

	@Override
	public void close() {
		this.closed = true;
		try {
			// The last task, because a watch closes its files on this thread: the JDK may
			// wait forever for its own thread, which ends when the heap is full
			this.watches.close(() -> this.watching.execute(this.watching::close));
		}
		finally {
			close(this.elections.values().iterator());
		}
	}

	/**
	 * Closes all elections, also if closing one throws an error. The error is thrown
	 * after all are closed.
	 */
	private void close(Iterator<LocalElection> elections) {
		try {
			elections.forEachRemaining(LocalLeaseStore::close);
		}
		finally {
			if (elections.hasNext()) {
				close(elections);
			}
			else {
				releaseKeptLater();
			}
		}
	}

	private static void close(LocalElection election) {
		try {
			election.close();
		}
		catch (IOException | RuntimeException ex) {
			logger.warn("Cannot release the lock of election '{}' while closing; the lock ends with this process",
					election.files().key(), ex);
		}
	}

	/**
	 * Releases the locks of terms that could not be marked as abandoned when their leases
	 * have expired, on one thread that ends with the last. If the process ends earlier,
	 * its locks and its work end with it.
	 */
	private void releaseKeptLater() {
		List<LocalElection> kept = this.elections.values()
			.stream()
			.filter((election) -> !election.kept().isZero())
			.toList();
		if (!kept.isEmpty()) {
			Scheduler scheduler = this.time.scheduler("leader-election-local-kept");
			kept.forEach((election) -> scheduler.schedule(election.kept(), election::releaseKept));
			scheduler.schedule(Collections.max(kept.stream().map(LocalElection::kept).toList()), scheduler::close);
		}
	}

	private LocalElection election(ElectionKey key) {
		LocalElection election = this.elections.computeIfAbsent(key,
				(absent) -> new LocalElection(ElectionFiles.of(this.directory, absent), this.id, this.time.wallClock(),
						this.time.ticker()));
		if (this.closed) {
			// close() may have missed an election that was created at the same time
			close(election);
			throw new IllegalStateException("The local store is closed");
		}
		return election;
	}

	private <C, O extends Outcome> List<O> each(List<C> batch, Duration timeout, Function<C, ElectionKey> key,
			Function<Throwable, ? extends O> unknown, Rule<C, O> rule) {
		CallBudget budget = new CallBudget(this.time.ticker(), timeout);
		List<O> outcomes = new ArrayList<>(batch.size());
		for (C command : batch) {
			LocalElection election = election(key.apply(command));
			try {
				if (budget.isSpent()) {
					throw new TimeoutException(
							"The batch did not reach this command within " + timeout.toMillis() + " ms");
				}
				outcomes.add(rule.apply(election, command));
			}
			catch (IOException | TimeoutException | RuntimeException ex) {
				outcomes.add(unknown.apply(MachineFailures.describe(ex, this.directory)));
			}
		}
		return outcomes;
	}

	/**
	 * Applies a command to its election.
	 */
	private interface Rule<C, O> {

		O apply(LocalElection election, C command) throws IOException;

	}

}
