/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;
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

	private final String id = TemporaryFiles.writer();

	private final FreeSignal freeSignal;

	private final RecordAges ages;

	private final WallClock clock;

	private final Ticker ticker;

	private final Map<ElectionKey, LocalElection> elections = new ConcurrentHashMap<>();

	private final LocalWatcher watcher;

	private volatile boolean closed;

	private final KeptLocks keptLocks;

	LocalLeaseStore(Path directory, WallClock clock, Ticker ticker, Supplier<Scheduler> schedulers) {
		this.directory = directory;
		this.clock = clock;
		this.ticker = ticker;
		this.freeSignal = new FreeSignal(directory.resolve(ElectionFiles.FREE_DIRECTORY));
		this.ages = new RecordAges(clock, ticker);
		this.watcher = new LocalWatcher(this.freeSignal.directory());
		this.keptLocks = new KeptLocks(schedulers);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return each(batch, timeout, Acquire::key, Outcome.Unknown::new, (election, command) -> {
			Outcome.OfAcquire outcome = election.acquire(command);
			if (outcome instanceof Outcome.Leased held) {
				this.watcher.follow(election, held.candidate());
			}
			else {
				this.watcher.unfollow(election);
			}
			return outcome;
		});
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
		if (this.closed) {
			throw new IllegalStateException("The local store is closed");
		}
		return this.watcher.subscribe(namespace, listener);
	}

	@Override
	public void close() {
		this.closed = true;
		this.watcher.close();
		for (LocalElection election : this.elections.values()) {
			try {
				Duration left = election.close();
				if (!left.isZero()) {
					this.keptLocks.keep(election, left);
				}
			}
			catch (Throwable ex) {
				logger.warn("Cannot release the lock of election '{}' while closing; the lock ends with this process",
						election.files().key(), ex);
			}
		}
	}

	private LocalElection election(ElectionKey key) {
		LocalElection election = this.elections.computeIfAbsent(key, (absent) -> {
			LocalElection created = new LocalElection(ElectionFiles.of(this.directory, absent), this.id,
					this.freeSignal, this.ages, this.clock);
			this.watcher.add(created);
			return created;
		});
		if (this.closed) {
			// close() may have missed an election that was created at the same time
			throw new IllegalStateException("The local store is closed");
		}
		return election;
	}

	private <C, O extends Outcome> List<O> each(List<C> batch, Duration timeout, Function<C, ElectionKey> key,
			Function<Throwable, ? extends O> unknown, Rule<C, O> rule) {
		long start = this.ticker.nanos();
		List<O> outcomes = new ArrayList<>(batch.size());
		for (C command : batch) {
			if (this.ticker.nanos() - start > timeout.toNanos()) {
				outcomes
					.add(unknown.apply(new TimeoutException("The batch did not reach this command within " + timeout)));
				continue;
			}
			LocalElection election = election(key.apply(command));
			try {
				outcomes.add(rule.apply(election, command));
			}
			catch (Throwable ex) {
				outcomes.add(unknown.apply(ex));
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
