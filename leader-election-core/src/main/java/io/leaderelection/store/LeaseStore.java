/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.util.List;

/**
 * A store with one record for each {@link ElectionKey}, without a time to live: token,
 * nonce, candidate id, acquired-at, lease duration, expires-at by the clock of
 * {@link StoreTraits#clock()}, not-before, released, metadata, and {@link Checkpoints} if
 * {@link StoreTraits#checkpoints()} is set.
 * <p>
 * <strong>Calls.</strong> All methods may block and are called by several threads at
 * once, which are never interrupted. They must return within about the given timeout,
 * whatever the client's own settings are; the caller stops waiting at the timeout and
 * ignores a later result. The result has one outcome for each command, in the same order.
 * A batch has at most one command for a key and at most {@value #MAX_BATCH} commands, and
 * should take one round trip. A command that fails (because of a locked record or
 * garbage) gets {@link Outcome.Unknown} and never changes the outcome of another. An
 * exception means that the outcome of all commands is unknown; the caller may split the
 * batch and try again.
 * <p>
 * <strong>Tokens.</strong> Every grant that is not a repeat has the token
 * {@code max(record token + 1, tokenFloor + 1, clock in milliseconds)}; the clock is the
 * store's, or the candidate's wall clock if the store has none. A stored token above
 * {@link StoredTerm#MAX_TOKEN} is garbage.
 * <p>
 * <strong>Garbage.</strong> Records that are read are untrusted. The outcome for a record
 * that is not understood is {@link Outcome.Unknown}, with a cause that names the place
 * and the remedy. The record is never overwritten. Broken checkpoints are not garbage:
 * the record is used, and {@link Checkpoints#read} accepts any text.
 * <p>
 * <strong>Checkpoints.</strong> Grant, renewal, release and expiry keep text and version
 * byte for byte; only a renewal can replace them. A store that rewrites the record copies
 * the checkpoints that it read, in a write that fails if the record has changed.
 */
public interface LeaseStore extends AutoCloseable {

	/** The maximum number of commands in a batch. */
	int MAX_BATCH = 1000;

	/** The token of a record that does not exist. */
	long ABSENT = 0;

	/**
	 * Requests terms. For each command, atomically and in this order:
	 * <ol>
	 * <li>If the record has the command's nonce, the command is a repeat. If that term is
	 * live, it is extended by the full duration from now, with the same token and
	 * not-before: {@link Outcome.Granted}. If it is released or expired:
	 * {@link Outcome.Lost}, and nothing changes.</li>
	 * <li>If the record is live under another nonce, whoever owns it:
	 * {@link Outcome.Leased}.</li>
	 * <li>If the record's token is not {@code seenToken} ({@link #ABSENT} for a record
	 * that does not exist): {@link Outcome.Free} with its token.</li>
	 * <li>Otherwise a new term is written, live for the duration from now, not released:
	 * {@link Outcome.Granted}.</li>
	 * </ol>
	 * The not-before of a new term is the larger of the predecessor's and of the time for
	 * which a former leader may still believe that it leads, because its guard lock ended
	 * without a release. A release keeps it in the record.
	 * @param batch the commands
	 * @param timeout how long the caller waits
	 * @return an outcome for each command
	 */
	List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout);

	/**
	 * Extends terms by the full duration in their record from now. Applies only if the
	 * record has nonce and token, is not released and has not expired, even if it was not
	 * acquired since: otherwise {@link Outcome.Lost}. The same write replaces the
	 * checkpoints if the command has some and their version is higher than the record's.
	 * Otherwise they stay, and the term is extended nevertheless, so that a late or
	 * repeated renewal does not overwrite newer checkpoints.
	 * @param batch the commands
	 * @param timeout how long the caller waits
	 * @return an outcome for each command
	 */
	List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout);

	/**
	 * Marks records as released, expired or not, if they have nonce and token:
	 * {@link Outcome.Released}, even if they were released before; otherwise
	 * {@link Outcome.Lost}. The record, its token and its not-before stay. Waiting
	 * candidates should get a notification.
	 * @param batch the commands
	 * @param timeout how long the caller waits
	 * @return an outcome for each command
	 */
	List<Outcome.OfRelease> release(List<Release> batch, Duration timeout);

	/**
	 * Reads records with their checkpoints: {@link Outcome.Leased} if live, otherwise
	 * {@link Outcome.Free}.
	 * @param batch the keys
	 * @param timeout how long the caller waits
	 * @return an outcome for each key
	 */
	List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout);

	/**
	 * Subscribes to notifications of records that may have become free. Nothing depends
	 * on a notification: it may be late, lost, duplicated or wrong. A store without
	 * notifications returns {@link Watch#NONE}. Returns at once; connects and reconnects
	 * by itself.
	 * @param namespace the namespace to watch
	 * @param listener called with the notifications, on any thread; its methods return at
	 * once
	 * @return the subscription, which the caller must close
	 */
	Watch watch(String namespace, NotificationListener listener);

	/**
	 * Closes connections and threads. Guard locks may end at once. Their terms are not
	 * released, because their work may still run: the next candidate waits for them, as
	 * for any guard lock that ended without a release.
	 */
	@Override
	default void close() {
	}

	/**
	 * Listener for notifications.
	 */
	interface NotificationListener {

		/**
		 * Called when a record may have become free.
		 * @param election the election's name
		 */
		void notified(String election);

		/**
		 * Called when the subscription is confirmed, or has ended. After each new
		 * confirmation the candidate checks all records once, because it may have missed
		 * notifications.
		 * @param live whether notifications can be expected
		 */
		void live(boolean live);

		/**
		 * Called when the connection on which all terms of this store depend was lost,
		 * and possibly the session with it. Leaders do not report that they lead until
		 * the store confirms their terms. For stores whose guard locks end with a
		 * session; does nothing by default.
		 */
		default void disconnected() {
		}

	}

	/**
	 * A subscription.
	 */
	@FunctionalInterface
	interface Watch extends AutoCloseable {

		/** No subscription. */
		Watch NONE = () -> {
		};

		@Override
		void close();

	}

}
