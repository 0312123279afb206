/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRules;
import org.jspecify.annotations.Nullable;

/**
 * Carries out one command at a time: looks at the object, decides by the rule, and writes
 * under guard of the resource version it has seen. Where somebody else was faster it
 * looks again.
 */
final class LeaseCommands {

	/** So often must others be faster before a command gives up. */
	private static final int ATTEMPTS = 20;

	private final ApiServer server;

	private final LeaseNames names;

	private final LeaseWriter writer;

	private final Sightings sightings;

	/** Of the terms of this instance: a renewal then needs no look before. */
	private final Map<ElectionKey, Lease> written = new ConcurrentHashMap<>();

	LeaseCommands(ApiServer server, LeaseNames names, LeaseWriter writer, Sightings sightings) {
		this.server = server;
		this.names = names;
		this.writer = writer;
		this.sightings = sightings;
	}

	/**
	 * Asks for a term.
	 * @param known the object as it was listed for this call or shown by a watch;
	 * {@code null} if it was neither
	 */
	Outcome.OfAcquire acquire(Acquire command, @Nullable Lease known, CallBudget budget) {
		// The server's clock has no milliseconds, and nothing but the order of tokens
		// depends on this
		long now = command.at().toEpochMilli();
		return repeat(command.key(), known, budget, (seen) -> {
			Decision<Outcome.OfAcquire> decision = TermRules.acquire(command, command.duration(), now, seen.term(),
					seen.evidence());
			boolean held = decision instanceof Answer<Outcome.OfAcquire> answer
					&& answer.outcome() instanceof Outcome.Leased;
			return (held && seen.observe() instanceof Outcome.Leased holder) ? new Answer<>(withoutCheckpoints(holder))
					: decision;
		});
	}

	Outcome.OfRenew renew(Renew command, CallBudget budget) {
		return repeat(command.key(), this.written.get(command.key()), budget,
				(seen) -> TermRules.renew(command, seen.term(), seen.evidence()));
	}

	Outcome.OfRelease release(Release command, CallBudget budget) {
		return repeat(command.key(), this.written.get(command.key()), budget, (seen) -> seen.isTouched()
				? new Answer<>(new Outcome.Lost()) : TermRules.release(command, seen.term(), seen.evidence()));
	}

	/**
	 * Reads a record.
	 * @param listed the object as it was listed for this call; {@code null} if it was not
	 */
	Outcome.OfObserve observe(ElectionKey key, @Nullable Lease listed, CallBudget budget) {
		return repeat(key, listed, budget, (seen) -> new Answer<>(seen.observe()));
	}

	/**
	 * Looks and tries until there is an outcome. An object that is known already is taken
	 * for the current one at first, which the guard finds out if it is not; a definite
	 * loss is never concluded from it.
	 */
	private <O extends Outcome> O repeat(ElectionKey key, @Nullable Lease known, CallBudget budget,
			Function<Sighting, Decision<O>> rule) {
		if (known != null) {
			O outcome = attempt(key, known, budget, rule);
			if (outcome != null && !(outcome instanceof Outcome.Lost)) {
				return outcome;
			}
			this.written.remove(key);
		}
		for (int i = 0; i < ATTEMPTS; i++) {
			O outcome = attempt(key, this.server.get(this.names.of(key), budget), budget, rule);
			if (outcome != null) {
				return outcome;
			}
		}
		throw new LeaseStoreException("The Lease " + this.names.of(key) + " was changed by others " + ATTEMPTS
				+ " times while it was to be written. Find out what else writes it");
	}

	/** Returns {@code null} if the object is not what it was. */
	private <O extends Outcome> @Nullable O attempt(ElectionKey key, @Nullable Lease lease, CallBudget budget,
			Function<Sighting, Decision<O>> rule) {
		Decision<O> decision = rule.apply((lease != null) ? see(key, lease) : Sighting.NOTHING);
		if (decision instanceof Answer<O> answer) {
			return answer.outcome();
		}
		if (!(decision instanceof Decision.Write<O> write)) {
			throw new IllegalStateException("There is no lock to ask for");
		}
		Lease term = this.writer.write(lease, key, write.record(), write.lock() == LockUse.TAKE);
		Lease now = (lease != null) ? this.server.update(term, budget) : this.server.create(term, budget);
		if (now == null) {
			return null;
		}
		if (write.lock() == LockUse.END) {
			this.written.remove(key);
		}
		else {
			this.written.put(key, now);
		}
		see(key, now);
		return write.outcome();
	}

	private Sighting see(ElectionKey key, Lease lease) {
		LeaseRecord record = LeaseReader.read(lease, key);
		return (record != null) ? this.sightings.see(key, record) : Sighting.NOTHING;
	}

	private static Outcome.Leased withoutCheckpoints(Outcome.Leased held) {
		return new Outcome.Leased(held.candidate(), held.since(), held.token(), held.remaining(), held.notBefore(),
				held.metadata());
	}

}
