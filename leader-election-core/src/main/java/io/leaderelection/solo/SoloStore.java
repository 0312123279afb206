/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.solo;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;

/**
 * Store for an engine that always leads: it grants every term, with a lease so long that
 * a breakpoint does not end it. Safe to use from any thread.
 */
public final class SoloStore implements LeaseStore {

	private static final Duration LEASE = Duration.ofDays(30);

	/** The timing of an election without settings. */
	public static final ElectionTiming TIMING = ElectionTiming.builder()
		.lease(LEASE)
		.safetyMargin(Duration.ofDays(1))
		.coolDown(Duration.ZERO)
		.build();

	/** The traits of the store of an engine that always leads. */
	public static final StoreTraits ALWAYS = traits("always");

	/** The traits of the store of an engine that never leads, and so never calls it. */
	public static final StoreTraits NEVER = traits("never");

	private final Map<ElectionKey, Long> tokens = new ConcurrentHashMap<>();

	private final Map<ElectionKey, Checkpoints> checkpoints = new ConcurrentHashMap<>();

	/**
	 * Returns a timing with the configured durations of handovers, but with a long lease.
	 * @param timing the configured timing
	 * @return the timing
	 */
	public static ElectionTiming withLongLease(ElectionTiming timing) {
		return new ElectionTiming(TIMING.lease(), TIMING.renewInterval(), TIMING.operationTimeout(),
				TIMING.safetyMargin(), TIMING.retryInterval(), timing.drainTimeout(), timing.coolDown());
	}

	private static StoreTraits traits(String name) {
		return new StoreTraits(name, StoreTraits.Clock.MACHINE, Duration.ofMillis(1), Duration.ofDays(365), false,
				false, false, true);
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return batch.stream().map(this::acquire).toList();
	}

	private Outcome.OfAcquire acquire(Acquire command) {
		long token = this.tokens.merge(command.key(), Math.max(command.tokenFloor() + 1, command.at().toEpochMilli()),
				(former, wanted) -> Math.max(former + 1, wanted));
		return new Outcome.Granted(token, command.duration(), Duration.ZERO, checkpoints(command.key()));
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return batch.stream().map(this::renew).toList();
	}

	private Outcome.OfRenew renew(Renew command) {
		Checkpoints checkpoints = this.checkpoints.compute(command.key(), (key, former) -> {
			Checkpoints present = (former != null) ? former : Checkpoints.NONE;
			Checkpoints carried = command.checkpoints();
			return (carried != null && carried.isNewerThan(present)) ? carried : present;
		});
		return new Outcome.Granted(command.token(), LEASE, Duration.ZERO, checkpoints.versionAlone());
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return batch.stream().map((release) -> (Outcome.OfRelease) new Outcome.Released()).toList();
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return batch.stream()
			.map((key) -> (Outcome.OfObserve) new Outcome.Free(this.tokens.getOrDefault(key, ABSENT), true,
					checkpoints(key)))
			.toList();
	}

	private Checkpoints checkpoints(ElectionKey key) {
		return this.checkpoints.getOrDefault(key, Checkpoints.NONE);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return Watch.NONE;
	}

}
