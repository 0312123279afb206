/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.Decision.Answer;
import io.leaderelection.store.support.Decision.AskForLock;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.Decision.Write;
import io.leaderelection.store.support.Evidence.Lock;
import org.jspecify.annotations.Nullable;

/**
 * The rules of {@link LeaseStore} for each command, given the record and the store's
 * other knowledge. Without I/O and without a clock.
 */
public final class TermRules {

	private static final String UNKNOWN_CANDIDATE = "unknown";

	private TermRules() {
	}

	/**
	 * Decides an acquire.
	 * @param command the acquire
	 * @param lease the lease duration of a new term: the requested one, or less if the
	 * store limits it
	 * @param now the clock of the token, in milliseconds since 1970: the store's, or that
	 * of the candidate where the store has none
	 * @param record the record, or {@code null} if there is none
	 * @param evidence the other knowledge of the store
	 * @return the decision
	 * @throws GarbageRecordException if the token of the next term would not be legal
	 */
	public static Decision<Outcome.OfAcquire> acquire(Acquire command, Duration lease, long now,
			@Nullable TermRecord record, Evidence evidence) {
		if (record != null && record.nonce().equals(command.nonce())) {
			// The answer to this attempt was lost, or the command was repeated
			return extend(record, evidence, null);
		}
		if (isKeptOut(evidence)) {
			return new Answer<>(held(record, evidence));
		}
		boolean askFirst = evidence.lock() == Lock.UNKNOWN;
		if (askFirst && record != null && isRunning(record, evidence)) {
			return new AskForLock<>();
		}
		if (token(record) != command.seenToken()) {
			return new Answer<>(free(record, Checkpoints.NONE));
		}
		return askFirst ? new AskForLock<>() : grant(command, lease, now, record, evidence);
	}

	private static Decision<Outcome.OfAcquire> grant(Acquire command, Duration lease, long now,
			@Nullable TermRecord record, Evidence evidence) {
		long token = Math.max(Math.max(token(record), command.tokenFloor()) + 1, now);
		if (token > StoredTerm.MAX_TOKEN) {
			throw new GarbageRecordException("The next token of election '" + command.key()
					+ "' would be larger than any legal one. Remedy: stop all instances that take part in this "
					+ "election, then delete its record");
		}
		Duration notBefore = evidence.notBefore();
		if (record != null && isRunning(record, evidence) && evidence.left().compareTo(notBefore) > 0) {
			// The lock ended without a release: the former leader may not know yet
			notBefore = evidence.left();
		}
		Checkpoints checkpoints = checkpoints(record);
		TermRecord term = TermRecord.of(command, token, lease, notBefore, checkpoints);
		return new Write<>(term, LockUse.TAKE, new Outcome.Granted(token, lease, notBefore, checkpoints));
	}

	/**
	 * Decides a renewal.
	 * @param command the renewal
	 * @param record the record, or {@code null} if there is none
	 * @param evidence the other knowledge of the store
	 * @return the decision
	 */
	public static Decision<Outcome.OfRenew> renew(Renew command, @Nullable TermRecord record, Evidence evidence) {
		if (record == null || !record.isTerm(command.nonce(), command.token())) {
			return new Answer<>(new Outcome.Lost());
		}
		return extend(record, evidence, command);
	}

	@SuppressWarnings("unchecked") // both are outcomes of both commands
	private static <O extends Outcome> Decision<O> extend(TermRecord record, Evidence evidence,
			@Nullable Renew renewal) {
		Outcome outcome = new Outcome.Lost();
		if (isRunning(record, evidence)) {
			if (evidence.lock() == Lock.UNKNOWN) {
				return new AskForLock<>();
			}
			if (evidence.lock() == Lock.TERM) {
				TermRecord extended = record.touched(evidence.notBefore());
				Checkpoints checkpoints = extended.checkpoints();
				if (renewal != null) {
					Checkpoints carried = renewal.checkpoints();
					if (carried != null && carried.isNewerThan(checkpoints)) {
						extended = extended.with(carried);
					}
					checkpoints = extended.checkpoints().versionAlone();
				}
				outcome = new Outcome.Granted(record.token(), record.lease(), evidence.notBefore(), checkpoints);
				return new Write<>(extended, LockUse.KEEP, (O) outcome);
			}
		}
		return new Answer<>((O) outcome);
	}

	/**
	 * Decides a release.
	 * @param command the release
	 * @param record the record, or {@code null} if there is none
	 * @param evidence the other knowledge of the store
	 * @return the decision
	 */
	public static Decision<Outcome.OfRelease> release(Release command, @Nullable TermRecord record, Evidence evidence) {
		if (record == null || !record.isTerm(command.nonce(), command.token())) {
			return new Answer<>(new Outcome.Lost());
		}
		if (record.released()) {
			return new Answer<>(new Outcome.Released());
		}
		return new Write<>(record.asReleased(evidence.notBefore()), LockUse.END, new Outcome.Released());
	}

	/**
	 * Decides an observation.
	 * @param record the record, or {@code null} if there is none
	 * @param evidence the other knowledge of the store
	 * @return the outcome
	 */
	public static Outcome.OfObserve observe(@Nullable TermRecord record, Evidence evidence) {
		return isKeptOut(evidence) ? held(record, evidence) : free(record, checkpoints(record));
	}

	/**
	 * Returns the outcome for a record that excludes others.
	 * @param record the record, or {@code null} if there is none
	 * @param evidence the other knowledge of the store
	 * @return the outcome
	 */
	private static Outcome.Leased held(@Nullable TermRecord record, Evidence evidence) {
		Checkpoints checkpoints = checkpoints(record);
		if (record == null || evidence.lock() == Lock.OTHER) {
			return new Outcome.Leased(UNKNOWN_CANDIDATE, Instant.EPOCH, token(record), Duration.ZERO, Duration.ZERO,
					Map.of(), checkpoints);
		}
		return new Outcome.Leased(record.candidate(), record.since(), record.token(),
				record.released() ? Duration.ZERO : evidence.left(), evidence.notBefore(), record.metadata(),
				checkpoints);
	}

	private static Outcome.Free free(@Nullable TermRecord record, Checkpoints checkpoints) {
		return new Outcome.Free(token(record), record != null && record.released(), checkpoints);
	}

	private static Checkpoints checkpoints(@Nullable TermRecord record) {
		return (record != null) ? record.checkpoints() : Checkpoints.NONE;
	}

	private static boolean isKeptOut(Evidence evidence) {
		return evidence.lock() == Lock.TERM || evidence.lock() == Lock.OTHER;
	}

	private static boolean isRunning(TermRecord record, Evidence evidence) {
		return !record.released() && !evidence.left().isZero();
	}

	private static long token(@Nullable TermRecord record) {
		return (record != null) ? record.token() : LeaseStore.ABSENT;
	}

}
