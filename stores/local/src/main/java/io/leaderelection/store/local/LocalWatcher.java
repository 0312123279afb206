/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.LeaseStore.NotificationListener;
import io.leaderelection.store.LeaseStore.Watch;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects elections that may have become free: a release by a touched file, the death of
 * a leader by a lock that can be acquired. Uses one thread for all elections, which
 * starts with the first subscription. Tries only one lock of each leader, because a
 * process that dies loses all its locks.
 */
final class LocalWatcher implements AutoCloseable {

	/**
	 * The interval of trying locks, which is how long the death of a leader can be
	 * unnoticed.
	 */
	private static final long PROBE_MILLIS = 40;

	private static final long RETRY = TimeUnit.SECONDS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(LocalWatcher.class);

	private final Path directory;

	private final Ticker ticker = Ticker.system();

	private final Map<String, LocalElection> elections = new ConcurrentHashMap<>();

	private final Map<LocalElection, String> followed = new ConcurrentHashMap<>();

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	private @Nullable Scheduler scheduler;

	/** Used and closed only by the watching thread. */
	private @Nullable WatchService service;

	private volatile boolean live;

	private volatile boolean closed;

	private long probed;

	private @Nullable String problem;

	LocalWatcher(Path directory) {
		this.directory = directory;
	}

	void add(LocalElection election) {
		this.elections.put(election.files().name(), election);
	}

	/**
	 * Starts to try the lock of an election that another candidate leads.
	 */
	void follow(LocalElection election, String leader) {
		this.followed.put(election, leader);
	}

	void unfollow(LocalElection election) {
		this.followed.remove(election);
	}

	Watch subscribe(String namespace, NotificationListener listener) {
		Subscription subscription = new Subscription(namespace, listener);
		this.subscriptions.add(subscription);
		try {
			start();
		}
		catch (Throwable ex) {
			this.subscriptions.remove(subscription);
			throw ex;
		}
		return () -> this.subscriptions.remove(subscription);
	}

	private synchronized void start() {
		if (this.scheduler == null && !this.closed) {
			Scheduler started = TimeSystem.system().scheduler("leader-election-local-watch");
			this.probed = this.ticker.nanos();
			started.execute(this::watch);
			this.scheduler = started;
		}
	}

	/** Runs as one task, because starting another one may fail for lack of memory. */
	private void watch() {
		while (!this.closed) {
			try {
				round();
			}
			catch (Throwable ex) {
				restart(ex);
			}
		}
		closeService();
	}

	private void round() throws IOException {
		try {
			WatchService service = openService();
			if (this.live) {
				this.subscriptions.forEach(Subscription::reportLive);
			}
			WatchKey key = service.poll(untilProbe(), TimeUnit.NANOSECONDS);
			if (key != null) {
				handle(key);
			}
			if (untilProbe() <= 0) {
				probe();
				this.probed = this.ticker.nanos();
			}
			this.problem = null;
		}
		catch (InterruptedException ex) {
			logger.debug("The watch of '{}' was interrupted and continues", this.directory);
		}
	}

	/**
	 * Restarts the watch after a failure. When it is live again, candidates query the
	 * changes that it has missed.
	 */
	private void restart(Throwable failure) {
		this.live = false;
		if (this.closed) {
			return;
		}
		try {
			fail(failure);
		}
		catch (Throwable ex) {
			// Logging failed, too. The watch restarts nevertheless
		}
		try {
			pause();
		}
		catch (InterruptedException ex) {
			// Restarts at once
		}
	}

	private synchronized void pause() throws InterruptedException {
		long end = this.ticker.nanos() + RETRY;
		for (long left = RETRY; left > 0 && !this.closed; left = end - this.ticker.nanos()) {
			TimeUnit.NANOSECONDS.timedWait(this, left);
		}
	}

	private long untilProbe() {
		return TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS) - (this.ticker.nanos() - this.probed);
	}

	private WatchService openService() throws IOException {
		WatchService current = this.service;
		if (current == null) {
			current = this.directory.getFileSystem().newWatchService();
			this.service = current;
		}
		if (!this.live) {
			Files.createDirectories(this.directory);
			this.directory.register(current, StandardWatchEventKinds.ENTRY_CREATE,
					StandardWatchEventKinds.ENTRY_MODIFY);
			this.live = true;
		}
		return current;
	}

	private void handle(WatchKey key) {
		try {
			for (WatchEvent<?> event : key.pollEvents()) {
				if (StandardWatchEventKinds.OVERFLOW.equals(event.kind())) {
					List.copyOf(this.followed.keySet()).forEach(this::notifyOf);
				}
				else {
					LocalElection election = this.elections.get(String.valueOf(event.context()));
					if (election != null) {
						notifyOf(election);
					}
				}
			}
		}
		finally {
			// Without the reset, a new registration would deliver no events
			if (!key.reset()) {
				reportDead();
			}
		}
	}

	private void probe() {
		Map<String, LocalElection> firstOfLeader = new HashMap<>();
		this.followed.forEach((election, leader) -> firstOfLeader.putIfAbsent(leader, election));
		firstOfLeader.forEach(this::probe);
	}

	private void probe(String leader, LocalElection election) {
		try {
			boolean unlocked = election.isUnlocked();
			if (unlocked && election.isRecordedLeader(leader)) {
				this.followed.forEach((other, itsLeader) -> {
					if (itsLeader.equals(leader)) {
						notifyOf(other);
					}
				});
			}
			else if (unlocked || !election.isRecordedLeader(leader)) {
				notifyOf(election);
			}
		}
		catch (Throwable ex) {
			// The next command fails for the same reason and reports it
			notifyOf(election);
		}
	}

	private void notifyOf(LocalElection election) {
		this.followed.remove(election);
		this.subscriptions.forEach((subscription) -> subscription.notifyOf(election));
	}

	private void reportDead() {
		this.live = false;
		this.subscriptions.forEach(Subscription::reportDead);
	}

	private void fail(Throwable failure) {
		reportDead();
		String text = failure.toString();
		if (!text.equals(this.problem)) {
			this.problem = text;
			logger.warn(
					"Cannot watch '{}' for elections that become free. Candidates poll at their retry interval instead",
					this.directory, failure);
		}
	}

	/**
	 * Closes the service on the watching thread, not on the thread that closes the store:
	 * the JDK's service may wait forever for its own thread, which ends when the heap is
	 * full.
	 */
	private void closeService() {
		try {
			if (this.service != null) {
				this.service.close();
			}
		}
		catch (IOException ex) {
			logger.debug("Cannot close the watch of '{}'", this.directory, ex);
		}
	}

	@Override
	public void close() {
		synchronized (this) {
			this.closed = true;
			notifyAll();
			if (this.scheduler != null) {
				this.scheduler.close();
			}
		}
		reportDead();
		this.subscriptions.clear();
	}

	/**
	 * A listener, and whether the watch was last reported to it as live.
	 */
	private static final class Subscription {

		private final String namespace;

		private final NotificationListener listener;

		private boolean reportedLive;

		Subscription(String namespace, NotificationListener listener) {
			this.namespace = namespace;
			this.listener = listener;
		}

		void notifyOf(LocalElection election) {
			if (election.files().key().namespace().equals(this.namespace)) {
				this.listener.notified(election.files().key().election());
			}
		}

		synchronized void reportLive() {
			if (!this.reportedLive) {
				this.reportedLive = true;
				this.listener.live(true);
			}
		}

		synchronized void reportDead() {
			if (this.reportedLive) {
				this.reportedLive = false;
				try {
					this.listener.live(false);
				}
				catch (Throwable ex) {
					logger.warn("A listener failed when its watch ended", ex);
				}
			}
		}

	}

}
