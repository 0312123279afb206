/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.LockUse;
import org.jspecify.annotations.Nullable;

/**
 * Carries out single commands by conditional writes. Thread-safe.
 */
final class ConditionalCommands {

	/**
	 * Limits how often a command is repeated because other clients changed the value.
	 */
	private static final int MAX_ATTEMPTS = 20;

	/** Limits the values that are kept because they are free. */
	private static final int MAX_FREE = 2000;

	private final ConditionalRecords records;

	private final Sightings sightings;

	/** The values that this instance wrote last. Each saves a renewal the read. */
	private final Map<ElectionKey, Stored> written = new ConcurrentHashMap<>();

	/**
	 * The values that a watch has shown to be free. Each saves an acquire the read,
	 * because its version guards the write. They decide nothing else, because events may
	 * arrive late.
	 */
	private final Map<ElectionKey, Stored> free = new ConcurrentHashMap<>();

	ConditionalCommands(ConditionalRecords records, Sightings sightings) {
		this.records = records;
		this.sightings = sightings;
	}

	/**
	 * Acquires a term.
	 * @param read what was read for this call together with others, or {@code null} if
	 * nothing was
	 */
	Outcome.OfAcquire acquire(Acquire command, @Nullable Stored read, CallBudget budget) {
		Stored watched = this.free.remove(command.key());
		// The service has no clock that counts milliseconds, and only the order of tokens
		// depends on this value
		long now = command.at().toEpochMilli();
		Function<Sighting, Decision<Outcome.OfAcquire>> rule = (seen) -> {
			Decision<Outcome.OfAcquire> decision = TermRules.acquire(command, command.duration(), now, seen.term(),
					seen.evidence());
			boolean leased = decision instanceof Answer<Outcome.OfAcquire> answer
					&& answer.outcome() instanceof Outcome.Leased;
			return (leased && seen.observe() instanceof Outcome.Leased holder) ? new Answer<>(holder) : decision;
		};
		if (read == null && watched != null) {
			Outcome.OfAcquire outcome = attempt(command.key(), watched, budget, rule).outcome();
			if (outcome instanceof Outcome.Granted) {
				return outcome;
			}
		}
		return repeat(command.key(), read, budget, rule);
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
	 * @param read what was read for this call together with others, or {@code null} if
	 * nothing was
	 */
	Outcome.OfObserve observe(ElectionKey key, @Nullable Stored read, CallBudget budget) {
		return repeat(key, read, budget, (seen) -> new Answer<>(seen.observe()));
	}

	/**
	 * Reads the value and decides until there is an outcome. A known value is used first:
	 * if it is outdated, the conditional write fails. A known value never proves the loss
	 * of a term.
	 */
	private <O extends Outcome> O repeat(ElectionKey key, @Nullable Stored known, CallBudget budget,
			Function<Sighting, Decision<O>> rule) {
		Stored present = null;
		if (known != null) {
			Attempt<O> first = attempt(key, known, budget, rule);
			if (first.outcome() != null && !(first.outcome() instanceof Outcome.Lost)) {
				return first.outcome();
			}
			this.written.remove(key);
			present = first.present();
		}
		for (int i = 0; i < MAX_ATTEMPTS; i++) {
			requireTime(key, budget);
			Attempt<O> next = attempt(key, (present != null) ? present : this.records.read(key, budget), budget, rule);
			if (next.outcome() != null) {
				return next.outcome();
			}
			present = next.present();
		}
		throw new LeaseStoreException("The record of election '" + key + "' was changed by other clients "
				+ MAX_ATTEMPTS + " times during one command. Find out who writes it, or correct the store if "
				+ "nobody does: each time its service said that the condition of the write was not met");
	}

	/** Sends nothing that nobody waits for: its answer would be ignored. */
	private static void requireTime(ElectionKey key, CallBudget budget) {
		if (budget.isSpent()) {
			throw new NoAnswerException("The command for election '" + key + "' was not sent, because the service "
					+ "needed more than " + budget + " to answer what came before. Check its load and the network",
					null);
		}
	}

	private <O extends Outcome> Attempt<O> attempt(ElectionKey key, @Nullable Stored stored, CallBudget budget,
			Function<Sighting, Decision<O>> rule) {
		Decision<O> decision = rule.apply((stored != null) ? this.sightings.see(key, stored) : Sighting.NOTHING);
		if (decision instanceof Answer<O> answer) {
			return new Attempt<>(answer.outcome(), null);
		}
		if (!(decision instanceof Decision.Write<O> write)) {
			throw new IllegalStateException("The store has no lock to acquire");
		}
		requireTime(key, budget);
		ConditionalRecords.Replacement replacement = this.records.tryReplace(key, stored, write.record(), budget);
		Stored now = replacement.stored();
		if (!replacement.written() || now == null) {
			return new Attempt<>(null, now);
		}
		if (write.lock() == LockUse.END) {
			this.written.remove(key);
		}
		else {
			this.written.put(key, now);
		}
		this.sightings.see(key, now);
		return new Attempt<>(write.outcome(), null);
	}

	/**
	 * Records what a watch has shown.
	 * @param stored what is stored, or {@code null} if it was deleted
	 * @return whether the election may be free
	 */
	boolean watched(ElectionKey key, @Nullable Stored stored) {
		boolean isFree = stored != null && this.sightings.see(key, stored).isFree();
		if (stored != null && isFree && this.free.size() < MAX_FREE) {
			this.free.put(key, stored);
		}
		else {
			this.free.remove(key);
		}
		return isFree || stored == null;
	}

	/**
	 * A decision about one value.
	 *
	 * @param outcome the outcome, or {@code null} if the value was changed in the
	 * meantime
	 * @param present what the service returned with its refusal, or {@code null} if it
	 * has to be read
	 */
	private record Attempt<O extends Outcome>(@Nullable O outcome, @Nullable Stored present) {

	}

}
