/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.etcd.Decision.Answer;
import io.leaderelection.store.etcd.Decision.Confirmed;
import io.leaderelection.store.etcd.Decision.LeaseUse;
import io.leaderelection.store.etcd.Decision.Write;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * What each command does, given the keys of its election. Without input or output.
 */
final class TermRules {

	private static final String UNKNOWN_CANDIDATE = "unknown";

	private static final Outcome.Lost LOST = new Outcome.Lost();

	private final Ticker ticker;

	TermRules(Ticker ticker) {
		this.ticker = ticker;
	}

	Decision<Outcome.OfAcquire> acquire(Acquire command, ElectionView view) {
		LeaseRecord record = view.record();
		Hold hold = view.hold();
		if (record != null && record.nonce().equals(command.nonce())) {
			Hold live = view.liveHold();
			return (live != null) ? extend(view, record, live, (granted) -> granted) : new Answer<>(LOST);
		}
		if (hold != null) {
			// One of our own without a record is what is left of a term whose record was
			// deleted
			return hold.nonce().equals(command.nonce()) ? giveUp(LOST) : new Answer<>(held(view, hold));
		}
		long token = (record != null) ? record.token() : LeaseStore.ABSENT;
		if (token != command.seenToken()) {
			return new Answer<>(new Outcome.Free(token, record != null && record.released()));
		}
		return grant(command, view, record, token);
	}

	private Decision<Outcome.OfAcquire> grant(Acquire command, ElectionView view, @Nullable LeaseRecord record,
			long token) {
		long newToken = Math.max(Math.max(token, command.tokenFloor()) + 1, command.at().toEpochMilli());
		if (newToken > LeaseStore.MAX_TOKEN) {
			return new Answer<>(new Outcome.Unknown(new LeaseStoreException("The next token of election '"
					+ command.key() + "' would be larger than any legal one. Delete its record in etcd")));
		}
		Duration notBefore = notBefore(view);
		if (record != null && !record.released()) {
			// The hold is gone, yet nobody said so: it expired, or was removed by force
			Duration believed = left(view, record.duration());
			notBefore = (believed.compareTo(notBefore) > 0) ? believed : notBefore;
		}
		Duration wait = notBefore;
		Function<Confirmed, LeaseRecord> term = (lease) -> LeaseRecord.of(command, newToken, wait, lease.kept());
		return new Write<>(new LeaseUse.Own(command.duration()), (lease) -> Change.term(term.apply(lease), lease.id()),
				(lease) -> new Outcome.Granted(newToken, shorter(term.apply(lease).duration(), lease.left()), wait));
	}

	Decision<Outcome.OfRenew> renew(Renew command, ElectionView view) {
		LeaseRecord record = view.record();
		Hold live = view.liveHold();
		if (record == null || !record.isTerm(command.nonce(), command.token()) || live == null) {
			return lost(view, command.nonce(), command.token(), LOST);
		}
		return extend(view, record, live, (granted) -> granted);
	}

	Decision<Outcome.OfRelease> release(Release command, ElectionView view) {
		LeaseRecord record;
		try {
			record = view.record();
		}
		catch (GarbageRecordException ex) {
			Outcome.Unknown unknown = new Outcome.Unknown(ex);
			return isOwn(view, command.nonce(), command.token()) ? giveUp(unknown) : new Answer<>(unknown);
		}
		if (record == null || !record.isTerm(command.nonce(), command.token())) {
			return lost(view, command.nonce(), command.token(), LOST);
		}
		Outcome.Released done = new Outcome.Released();
		if (record.released()) {
			return new Answer<>(done);
		}
		LeaseRecord released = record.asReleased(notBefore(view));
		Change change = (view.liveHold() != null) ? Change.recordWithoutHold(released) : Change.record(released);
		return new Write<>(new LeaseUse.None(), (lease) -> change, (lease) -> done);
	}

	Decision<Outcome.OfObserve> observe(ElectionKey key, ElectionView view) {
		LeaseRecord record = view.record();
		Hold hold = view.hold();
		if (hold != null) {
			return new Answer<>(held(view, hold));
		}
		return new Answer<>((record != null) ? new Outcome.Free(record.token(), record.released())
				: new Outcome.Free(LeaseStore.ABSENT, false));
	}

	/** Writes the record, too: by its change the others see that the term was renewed. */
	private <O> Decision<O> extend(ElectionView view, LeaseRecord record, Hold live,
			Function<Outcome.Granted, O> outcome) {
		Duration wait = notBefore(view);
		return new Write<>(new LeaseUse.OfHold(live.lease()), (lease) -> Change.record(record.touched(wait)),
				(lease) -> outcome
					.apply(new Outcome.Granted(record.token(), shorter(record.duration(), lease.left()), wait)));
	}

	/** A term that is not there, and what may be left of it. */
	private static <O> Decision<O> lost(ElectionView view, Nonce nonce, long token, O outcome) {
		return isOwn(view, nonce, token) ? giveUp(outcome) : new Answer<>(outcome);
	}

	private static boolean isOwn(ElectionView view, Nonce nonce, long token) {
		Hold hold = view.hold();
		return hold != null && hold.isOf(nonce, token);
	}

	private static <O> Decision<O> giveUp(O outcome) {
		return new Write<>(new LeaseUse.None(), (lease) -> Change.withoutHold(), (lease) -> outcome);
	}

	private Outcome.Held held(ElectionView view, Hold hold) {
		LeaseRecord record = view.record();
		if (record == null || !hold.isOf(record)) {
			return new Outcome.Held(UNKNOWN_CANDIDATE, Instant.EPOCH, hold.token(), Duration.ZERO, Duration.ZERO,
					Map.of());
		}
		return new Outcome.Held(record.candidate(), record.since(), record.token(), left(view, record.kept()),
				notBefore(view), record.metadata());
	}

	private Duration notBefore(ElectionView view) {
		LeaseRecord record = view.record();
		return (record != null) ? left(view, record.notBefore()) : Duration.ZERO;
	}

	/**
	 * What is left of a time that began with the last change of the record, by what this
	 * candidate saw of it. In whole milliseconds, rounded up.
	 */
	private Duration left(ElectionView view, Duration time) {
		Version<LeaseRecord> version = view.recordVersion();
		if (version == null) {
			return Duration.ZERO;
		}
		long nanos = time.toNanos() - (this.ticker.nanos() - version.firstSeen());
		long millis = TimeUnit.NANOSECONDS.toMillis(Math.max(0, nanos) + TimeUnit.MILLISECONDS.toNanos(1) - 1);
		return Duration.ofMillis(millis);
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) < 0) ? one : other;
	}

}
