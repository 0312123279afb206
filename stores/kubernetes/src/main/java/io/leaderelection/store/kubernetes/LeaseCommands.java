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
import io.leaderelection.store.GarbageRecordException;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one command at a time: reads the object, decides by the rules, and writes guarded
 * by the resource version that was read. If another client has changed the object, the
 * command reads again.
 */
final class LeaseCommands {

	/**
	 * Limits how often a command is repeated because other clients changed the object.
	 */
	private static final int MAX_ATTEMPTS = 20;

	/** Limits the objects that are kept because they are free. */
	private static final int MAX_FREE = 2000;

	private static final Logger logger = LoggerFactory.getLogger(LeaseCommands.class);

	private final ApiServer server;

	private final LeaseNames names;

	private final LeaseReader reader;

	private final LeaseWriter writer;

	private final Sightings sightings;

	/** The objects that this instance wrote last. They save a renewal the read. */
	private final Map<ElectionKey, Lease> written = new ConcurrentHashMap<>();

	/**
	 * The objects that a watch has shown to be free. They save an acquire the read,
	 * because the resource version guards its write. They decide nothing else, because
	 * events may arrive late.
	 */
	private final Map<ElectionKey, Lease> free = new ConcurrentHashMap<>();

	LeaseCommands(ApiServer server, LeaseNames names, LeaseReader reader, LeaseWriter writer, Sightings sightings) {
		this.server = server;
		this.names = names;
		this.reader = reader;
		this.writer = writer;
		this.sightings = sightings;
	}

	/**
	 * Acquires a term.
	 * @param listed the object from a listing for this call, or {@code null} if there is
	 * none
	 */
	Outcome.OfAcquire acquire(Acquire command, @Nullable Lease listed, CallBudget budget) {
		Lease watched = this.free.remove(command.key());
		// The server's clock has no milliseconds, and only the order of tokens depends on
		// this value
		long now = command.at().toEpochMilli();
		Function<Sighting, Decision<Outcome.OfAcquire>> rule = (seen) -> {
			Decision<Outcome.OfAcquire> decision = TermRules.acquire(command, command.duration(), now, seen.term(),
					seen.evidence());
			boolean leased = decision instanceof Answer<Outcome.OfAcquire> answer
					&& answer.outcome() instanceof Outcome.Leased;
			return (leased && seen.observe(remedy(command.key())) instanceof Outcome.Leased holder)
					? new Answer<>(holder.withoutCheckpoints()) : decision;
		};
		if (listed == null && watched != null) {
			Outcome.OfAcquire outcome = attempt(command.key(), watched, budget, rule);
			if (outcome instanceof Outcome.Granted) {
				return outcome;
			}
		}
		return repeat(command.key(), listed, budget, rule);
	}

	Outcome.OfRenew renew(Renew command, CallBudget budget) {
		return repeat(command.key(), this.written.get(command.key()), budget,
				(seen) -> TermRules.renew(command, seen.term(), seen.evidence()));
	}

	Outcome.OfRelease release(Release command, CallBudget budget) {
		return repeat(command.key(), this.written.get(command.key()), budget, (seen) -> seen.isChangedByOthers()
				? new Answer<>(new Outcome.Lost()) : TermRules.release(command, seen.term(), seen.evidence()));
	}

	/**
	 * Reads a record.
	 * @param listed the object from a listing for this call, or {@code null} if there is
	 * none
	 */
	Outcome.OfObserve observe(ElectionKey key, @Nullable Lease listed, CallBudget budget) {
		return repeat(key, listed, budget, (seen) -> new Answer<>(seen.observe(remedy(key))));
	}

	/**
	 * Reads the object and decides until there is an outcome. A known object is used
	 * first: if it is outdated, the guarded write fails. A known object never proves the
	 * loss of a term.
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
		for (int i = 0; i < MAX_ATTEMPTS; i++) {
			O outcome = attempt(key, this.server.get(this.names.of(key), budget), budget, rule);
			if (outcome != null) {
				return outcome;
			}
		}
		throw new LeaseStoreException("The Lease " + this.names.of(key) + " was changed by other clients "
				+ MAX_ATTEMPTS + " times during one command. Find out who writes it");
	}

	/** Returns {@code null} if the object was changed in the meantime. */
	private <O extends Outcome> @Nullable O attempt(ElectionKey key, @Nullable Lease lease, CallBudget budget,
			Function<Sighting, Decision<O>> rule) {
		Decision<O> decision = rule.apply((lease != null) ? see(key, lease) : Sighting.NOTHING);
		if (decision instanceof Answer<O> answer) {
			return answer.outcome();
		}
		if (!(decision instanceof Decision.Write<O> write)) {
			throw new IllegalStateException("The store has no lock to acquire");
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

	/**
	 * Records an object from a watch.
	 * @param namespace the namespace of elections that is watched
	 * @param deleted whether the object was deleted
	 * @return the election if it may be free, otherwise {@code null}
	 */
	@Nullable ElectionKey watched(Lease lease, String namespace, boolean deleted) {
		ElectionKey key = LeaseReader.key(lease);
		if (key == null || !key.namespace().equals(namespace)) {
			return null;
		}
		try {
			boolean isFree = !deleted && see(key, lease).isFree();
			if (isFree && this.free.size() < MAX_FREE) {
				this.free.put(key, lease);
			}
			else {
				this.free.remove(key);
			}
			return (isFree || deleted) ? key : null;
		}
		catch (GarbageRecordException ex) {
			// Every call for this election reports it
			logger.debug("A watched Lease cannot be parsed", ex);
			return key;
		}
	}

	private Sighting see(ElectionKey key, Lease lease) {
		LeaseRecord record = this.reader.read(lease, key);
		return (record != null) ? this.sightings.see(key, record) : Sighting.NOTHING;
	}

	/**
	 * Returns how to end the lease of another client that entered itself as owner, or
	 * {@code null} if other electors share the objects.
	 */
	private @Nullable String remedy(ElectionKey key) {
		if (this.reader.adopts()) {
			return null;
		}
		return "To end that, empty spec.holderIdentity: kubectl -n " + this.server.namespace() + " patch lease "
				+ this.names.of(key) + " --type=merge -p '{\"spec\":{\"holderIdentity\":\"\"}}'";
	}

}
