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
 * Hears of elections that may have become free: of a release by a file that was touched,
 * of a death by a lock that can be had. One thread, whatever the number of elections; it
 * begins with the first subscription. Locks are tried for one election of each leader,
 * because a process that dies loses them all.
 */
final class LocalWatcher implements AutoCloseable {

	/** How often locks are tried: bounds how long a death stays unnoticed. */
	private static final long PROBE_MILLIS = 40;

	private static final long RETRY = TimeUnit.SECONDS.toNanos(1);

	private static final Logger logger = LoggerFactory.getLogger(LocalWatcher.class);

	private final Path directory;

	private final Ticker ticker = Ticker.system();

	private final Map<String, LocalElection> elections = new ConcurrentHashMap<>();

	private final Map<LocalElection, String> followed = new ConcurrentHashMap<>();

	private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();

	private @Nullable Scheduler scheduler;

	/** Of the thread that watches, which also closes it. */
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
	 * Begins to try the lock of an election that another candidate leads.
	 */
	void follow(LocalElection election, String holder) {
		this.followed.put(election, holder);
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

	/** One task to the end: handing over another one may fail for lack of memory. */
	private void watch() {
		while (!this.closed) {
			try {
				round();
			}
			catch (Throwable ex) {
				beginAnew(ex);
			}
		}
		closeService();
	}

	private void round() throws IOException {
		try {
			WatchService service = openService();
			if (this.live) {
				this.subscriptions.forEach(Subscription::tellLive);
			}
			WatchKey key = service.poll(untilProbe(), TimeUnit.NANOSECONDS);
			if (key != null) {
				hear(key);
			}
			if (untilProbe() <= 0) {
				probe();
				this.probed = this.ticker.nanos();
			}
			this.problem = null;
		}
		catch (InterruptedException ex) {
			logger.debug("The watch of '{}' was interrupted and goes on", this.directory);
		}
	}

	/** Changes that could be missed meanwhile are asked for when it is live again. */
	private void beginAnew(Throwable failure) {
		this.live = false;
		if (this.closed) {
			return;
		}
		try {
			fail(failure);
		}
		catch (Throwable ex) {
			// Logging fails, too. The watch begins anew all the same
		}
		try {
			pause();
		}
		catch (InterruptedException ex) {
			// Begins anew at once
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

	private void hear(WatchKey key) {
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
			// Registered again without this, the directory would stay silent
			if (!key.reset()) {
				tellDead();
			}
		}
	}

	private void probe() {
		Map<String, LocalElection> firstOfHolder = new HashMap<>();
		this.followed.forEach((election, holder) -> firstOfHolder.putIfAbsent(holder, election));
		firstOfHolder.forEach(this::probe);
	}

	private void probe(String holder, LocalElection election) {
		try {
			boolean unlocked = election.isUnlocked();
			if (unlocked && election.isHeldOnPaperBy(holder)) {
				this.followed.forEach((other, itsHolder) -> {
					if (itsHolder.equals(holder)) {
						notifyOf(other);
					}
				});
			}
			else if (unlocked || !election.isHeldOnPaperBy(holder)) {
				notifyOf(election);
			}
		}
		catch (Throwable ex) {
			// The next command finds the reason, and reports it.
			notifyOf(election);
		}
	}

	private void notifyOf(LocalElection election) {
		this.followed.remove(election);
		this.subscriptions.forEach((subscription) -> subscription.notifyOf(election));
	}

	private void tellDead() {
		this.live = false;
		this.subscriptions.forEach(Subscription::tellDead);
	}

	private void fail(Throwable failure) {
		tellDead();
		String text = failure.toString();
		if (!text.equals(this.problem)) {
			this.problem = text;
			logger.warn(
					"Cannot watch '{}' for elections that become free. Candidates ask at their retry interval instead",
					this.directory, failure);
		}
	}

	/**
	 * Not by whoever closes the store: the JDK's service waits forever for its own
	 * thread, which does not outlive a full heap.
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
		tellDead();
		this.subscriptions.clear();
	}

	/**
	 * A listener, and whether it knows that notifications can be expected.
	 */
	private static final class Subscription {

		private final String namespace;

		private final NotificationListener listener;

		private boolean told;

		Subscription(String namespace, NotificationListener listener) {
			this.namespace = namespace;
			this.listener = listener;
		}

		void notifyOf(LocalElection election) {
			if (election.files().key().namespace().equals(this.namespace)) {
				this.listener.notified(election.files().key().election());
			}
		}

		synchronized void tellLive() {
			if (!this.told) {
				this.told = true;
				this.listener.live(true);
			}
		}

		synchronized void tellDead() {
			if (this.told) {
				this.told = false;
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
