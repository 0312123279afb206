/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.leaderelection.store.support.ReconnectingWatch;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects elections that may have become free: a release by a touched file, the death of
 * a leader by a lock that can be acquired. Tries only one lock of each leader, because a
 * process that dies loses all its locks. Waits on the thread of the
 * {@link ReconnectingWatch}, in steps no longer than {@link #PROBE_INTERVAL}.
 */
final class FreeWatch implements ReconnectingWatch.Source {

	static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

	/**
	 * The interval of trying locks, which is how long the death of a leader can be
	 * unnoticed.
	 */
	private static final Duration PROBE_INTERVAL = Duration.ofMillis(40);

	private static final Logger logger = LoggerFactory.getLogger(FreeWatch.class);

	private final ReconnectingWatch watch;

	private final String namespace;

	private final Path directory;

	private final Collection<LocalElection> elections;

	private final Ticker ticker = Ticker.system();

	private @Nullable WatchService service;

	/** The ticker value, in nanoseconds, when locks were last tried. */
	private long probed;

	/**
	 * Creates the source of a watch.
	 * @param directory the directory of the files that are touched
	 * @param elections the elections of the store, which may grow
	 */
	FreeWatch(ReconnectingWatch watch, String namespace, Path directory, Collection<LocalElection> elections) {
		this.watch = watch;
		this.namespace = namespace;
		this.directory = directory;
		this.elections = elections;
	}

	@Override
	public void begin() {
		try {
			Files.createDirectories(this.directory);
			WatchService opened = this.directory.getFileSystem().newWatchService();
			this.service = opened;
			this.directory.register(opened, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_MODIFY);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.probed = this.ticker.nanos();
		this.watch.confirmed();
		this.watch.execute(this::step);
	}

	private void step() {
		WatchService current = this.service;
		if (current == null) {
			return;
		}
		WatchKey key = poll(current);
		if (key != null) {
			key.pollEvents().forEach(this::handle);
			if (!key.reset()) {
				throw new IllegalStateException("the directory was deleted");
			}
		}
		if (untilProbe() <= 0) {
			probe();
			this.probed = this.ticker.nanos();
		}
		this.watch.execute(this::step);
	}

	private @Nullable WatchKey poll(WatchService current) {
		try {
			return current.poll(untilProbe(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			logger.debug("The watch of '{}' was interrupted and continues", this.directory);
			return null;
		}
	}

	private long untilProbe() {
		return PROBE_INTERVAL.toNanos() - (this.ticker.nanos() - this.probed);
	}

	private void handle(WatchEvent<?> event) {
		boolean overflow = StandardWatchEventKinds.OVERFLOW.equals(event.kind());
		String name = String.valueOf(event.context());
		elections().filter((election) -> overflow ? election.followed() != null : election.files().name().equals(name))
			.forEach(this::notifyOf);
	}

	private void probe() {
		Map<String, LocalElection> firstOfLeader = new HashMap<>();
		elections().forEach((election) -> {
			String leader = election.followed();
			if (leader != null) {
				firstOfLeader.putIfAbsent(leader, election);
			}
		});
		firstOfLeader.forEach(this::probe);
	}

	private void probe(String leader, LocalElection election) {
		try {
			boolean unlocked = election.isUnlocked();
			boolean recorded = election.isRecordedLeader(leader);
			if (unlocked && recorded) {
				elections().filter((other) -> leader.equals(other.followed())).forEach(this::notifyOf);
			}
			else if (unlocked || !recorded) {
				notifyOf(election);
			}
		}
		catch (IOException | RuntimeException ex) {
			// The next command fails for the same reason and reports it
			notifyOf(election);
		}
	}

	private void notifyOf(LocalElection election) {
		election.unfollow();
		this.watch.notified(election.files().key().election());
	}

	private Stream<LocalElection> elections() {
		return this.elections.stream().filter((election) -> election.files().key().namespace().equals(this.namespace));
	}

	@Override
	public void leave() {
		WatchService former = this.service;
		this.service = null;
		try {
			if (former != null) {
				former.close();
			}
		}
		catch (IOException ex) {
			logger.debug("Cannot close the watch of '{}'", this.directory, ex);
		}
	}

	@Override
	public String describe(Throwable failure) {
		return "Cannot watch '" + this.directory + "' for elections that become free: " + failure;
	}

}
