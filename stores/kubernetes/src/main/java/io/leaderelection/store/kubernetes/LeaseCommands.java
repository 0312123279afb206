/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.function.BiFunction;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one command at a time: looks at the object, decides, and writes under guard
 * of the resource version it has seen. Where somebody else was faster it looks again.
 */
final class LeaseCommands {

	/** So often must others be faster before a command gives up. */
	private static final int ATTEMPTS = 20;

	private final ApiServer server;

	private final LeaseNames names;

	private final LeaseWriter writer;

	private final Sightings sightings;

	private final WrittenLeases written;

	LeaseCommands(ApiServer server, LeaseNames names, LeaseWriter writer, Sightings sightings, WrittenLeases written) {
		this.server = server;
		this.names = names;
		this.writer = writer;
		this.sightings = sightings;
		this.written = written;
	}

	/**
	 * Asks for a term.
	 * @param known the object as it was listed for this call or shown by a watch;
	 * {@code null} if it was neither
	 */
	Outcome.OfAcquire acquire(Acquire command, @Nullable Lease known, CallBudget budget) {
		return repeat(command.key(), known, budget, (lease, sighting) -> acquire(command, lease, sighting, budget));
	}

	private Outcome.@Nullable OfAcquire acquire(Acquire command, @Nullable Lease lease, @Nullable Sighting sighting,
			CallBudget budget) {
		if (sighting != null) {
			if (sighting.record().isNonce(command.nonce())) {
				if (!sighting.isLive() || !sighting.record().isUntouched()) {
					return new Outcome.Lost();
				}
				return extend(command.key(), lease, sighting, budget);
			}
			if (sighting.isLive()) {
				return sighting.held();
			}
		}
		long token = (sighting != null) ? sighting.record().token() : LeaseStore.ABSENT;
		if (token != command.seenToken()) {
			return (sighting != null) ? sighting.free() : new Outcome.Free(LeaseStore.ABSENT, false);
		}
		return grant(command, token, lease, sighting, budget);
	}

	private Outcome.@Nullable Granted grant(Acquire command, long former, @Nullable Lease lease,
			@Nullable Sighting sighting, CallBudget budget) {
		// No clock of the server tells milliseconds, and nothing but order depends on
		// this
		long token = Math.max(Math.max(former, command.tokenFloor()) + 1, command.at().toEpochMilli());
		if (token > LeaseStore.MAX_TOKEN) {
			throw new GarbageRecordException("The Lease " + this.names.of(command.key())
					+ " is garbage: its token cannot be surpassed. Delete the object");
		}
		LeaseRecord record = LeaseRecord.of(command, token, (sighting != null) ? sighting.notBeforeMillis() : 0);
		Lease now = (lease != null) ? this.server.update(this.writer.grant(lease, command.key(), record), budget)
				: this.server.create(this.writer.create(command.key(), record), budget);
		return (now != null) ? written(command.key(), now, record).granted() : null;
	}

	Outcome.OfRenew renew(Renew command, CallBudget budget) {
		return repeat(command.key(), this.written.get(command.key()), budget,
				(lease, sighting) -> renew(command, lease, sighting, budget));
	}

	private Outcome.@Nullable OfRenew renew(Renew command, @Nullable Lease lease, @Nullable Sighting sighting,
			CallBudget budget) {
		if (sighting == null || !sighting.record().isTerm(command.nonce(), command.token()) || !sighting.isLive()) {
			return new Outcome.Lost();
		}
		return extend(command.key(), lease, sighting, budget);
	}

	private Outcome.@Nullable Granted extend(ElectionKey key, @Nullable Lease lease, Sighting sighting,
			CallBudget budget) {
		LeaseRecord record = sighting.record().renewed(sighting.notBeforeMillis());
		Lease now = this.server.update(this.writer.renew(present(lease), key, record), budget);
		return (now != null) ? written(key, now, record).granted() : null;
	}

	Outcome.OfRelease release(Release command, CallBudget budget) {
		return repeat(command.key(), this.written.get(command.key()), budget,
				(lease, sighting) -> release(command, lease, sighting, budget));
	}

	private Outcome.@Nullable OfRelease release(Release command, @Nullable Lease lease, @Nullable Sighting sighting,
			CallBudget budget) {
		if (sighting == null || !sighting.record().isTerm(command.nonce(), command.token())) {
			return new Outcome.Lost();
		}
		if (sighting.record().released()) {
			return new Outcome.Released();
		}
		LeaseRecord record = sighting.record().asReleased(sighting.notBeforeMillis());
		Lease now = this.server.update(this.writer.renew(present(lease), command.key(), record), budget);
		if (now == null) {
			return null;
		}
		this.written.remove(command.key());
		this.sightings.see(command.key(), record);
		return new Outcome.Released();
	}

	/**
	 * Reads a record.
	 * @param listed the object as it was listed for this call; {@code null} if it was not
	 */
	Outcome.OfObserve observe(ElectionKey key, @Nullable Lease listed, CallBudget budget) {
		return repeat(key, listed, budget, (lease, sighting) -> {
			if (sighting == null) {
				return new Outcome.Free(LeaseStore.ABSENT, false);
			}
			return sighting.isLive() ? sighting.held() : sighting.free();
		});
	}

	/**
	 * Looks and tries until there is an outcome. An object that is known already is taken
	 * for the current one at first, which the guard finds out if it is not; a definite
	 * loss is never concluded from it.
	 */
	private <O extends Outcome> O repeat(ElectionKey key, @Nullable Lease known, CallBudget budget,
			BiFunction<@Nullable Lease, @Nullable Sighting, @Nullable O> attempt) {
		if (known != null) {
			O outcome = attempt.apply(known, sighting(key, known));
			if (outcome != null && !(outcome instanceof Outcome.Lost)) {
				return outcome;
			}
			this.written.remove(key);
		}
		for (int i = 0; i < ATTEMPTS; i++) {
			Lease lease = this.server.get(this.names.of(key), budget);
			O outcome = attempt.apply(lease, (lease != null) ? sighting(key, lease) : null);
			if (outcome != null) {
				return outcome;
			}
		}
		throw new LeaseStoreException("The Lease " + this.names.of(key) + " was changed by others " + ATTEMPTS
				+ " times while it was to be written. Find out what else writes it");
	}

	private @Nullable Sighting sighting(ElectionKey key, Lease lease) {
		LeaseRecord record = LeaseReader.read(lease, key);
		return (record != null) ? this.sightings.see(key, record) : null;
	}

	private Sighting written(ElectionKey key, Lease lease, LeaseRecord record) {
		this.written.put(key, lease);
		return this.sightings.see(key, record);
	}

	private static Lease present(@Nullable Lease lease) {
		if (lease == null) {
			throw new IllegalStateException("A record without an object");
		}
		return lease;
	}

}
