/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.util.List;

/**
 * Keeps one record for each {@link ElectionKey}, without a time to live: token, nonce,
 * candidate id, acquired-at, lease duration, expires-at by the clock of
 * {@link StoreTraits#clock()}, not-before, released, metadata, and {@link Checkpoints}
 * where {@link StoreTraits#checkpoints()} says so.
 * <p>
 * <strong>Calls.</strong> All methods may block, are called from several threads at once,
 * on threads that nobody interrupts, and must return within about the given timeout
 * whatever the client's own settings are; a caller gives up at the timeout and ignores
 * what comes later. The result has one outcome for each command, in the same order. A
 * batch has at most one command for a key and at most {@value #MAX_BATCH} commands, and
 * should cost one round trip. One bad item (a locked record, garbage) gets
 * {@link Outcome.Unknown} and never changes the outcome of another. An exception means
 * that nothing is known of any item; the caller may split the batch and try again.
 * <p>
 * <strong>Tokens.</strong> Every grant that is not a repeat carries
 * {@code max(record token + 1, tokenFloor + 1, clock in milliseconds)}; the clock is the
 * store's, or the candidate's wall clock where the store has none. A stored token over
 * {@link StoredTerm#MAX_TOKEN} is garbage.
 * <p>
 * <strong>Garbage.</strong> Records that are read are untrusted. A record that is not
 * understood is answered with {@link Outcome.Unknown} and a cause that names the place
 * and the remedy. It is never overwritten. Broken checkpoints are not garbage: the record
 * is used, and {@link Checkpoints#read} takes whatever is there.
 * <p>
 * <strong>Checkpoints.</strong> Text and version stay byte for byte over grant, renewal,
 * release and expiry; nothing but a renewal replaces them. A store that writes the record
 * anew copies what it read under the guard of that write.
 */
public interface LeaseStore extends AutoCloseable {

	/** Largest number of commands in a batch. */
	int MAX_BATCH = 1000;

	/** Stands for the token of a record that does not exist. */
	long ABSENT = 0;

	/**
	 * Asks for terms. For each command, atomically and in this order:
	 * <ol>
	 * <li>If the record carries the command's nonce, it is a repeat. If that term is
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
	 * The not-before of a new term is the larger of the predecessor's and of what the
	 * store knows about a former leader that may still believe: a guard lock that
	 * vanished without release. It is kept in the record over release.
	 * @param batch the commands
	 * @param timeout how long the caller waits
	 * @return an outcome for each command
	 */
	List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout);

	/**
	 * Extends terms by the full duration in their record from now. Applies only if the
	 * record carries nonce and token, is not released and has not expired, even if nobody
	 * has taken it: otherwise {@link Outcome.Lost}. The same write replaces the
	 * checkpoints if the command has some and their version is higher than the record's;
	 * else they stay, and the term is extended all the same: so a late or repeated
	 * renewal takes no newer note away.
	 * @param batch the commands
	 * @param timeout how long the caller waits
	 * @return an outcome for each command
	 */
	List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout);

	/**
	 * Marks records released, expired or not, if they carry nonce and token:
	 * {@link Outcome.Released}, also if they were released before; otherwise
	 * {@link Outcome.Lost}. The record, its token and its not-before stay. Waiting
	 * candidates should get a notification.
	 * @param batch the commands
	 * @param timeout how long the caller waits
	 * @return an outcome for each command
	 */
	List<Outcome.OfRelease> release(List<Release> batch, Duration timeout);

	/**
	 * Reads records with their checkpoints: {@link Outcome.Leased} if live, else
	 * {@link Outcome.Free}.
	 * @param batch the keys
	 * @param timeout how long the caller waits
	 * @return an outcome for each key
	 */
	List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout);

	/**
	 * Subscribes to notifications that it may be worth asking. Nothing depends on a
	 * notification: it may be late, lost, doubled or wrong. A store without notifications
	 * returns {@link Watch#NONE}. Returns at once; connects and reconnects by itself.
	 * @param namespace the namespace to watch
	 * @param listener receives the notifications, on any thread; its methods return at
	 * once
	 * @return ends the subscription
	 */
	Watch watch(String namespace, NotificationListener listener);

	/**
	 * Gives up connections and threads. Guard locks may end at once. Their terms were not
	 * released, as work of them may go on: whoever is next waits for them, as for any
	 * guard lock that vanished.
	 */
	@Override
	default void close() {
	}

	/**
	 * Receives notifications.
	 */
	interface NotificationListener {

		/**
		 * A record may have become free.
		 * @param election the election's name
		 */
		void notified(String election);

		/**
		 * The subscription is confirmed live, or has ended. Each new confirmation makes
		 * the candidate ask once for everything.
		 * @param live whether notifications can be expected
		 */
		void live(boolean live);

		/**
		 * The connection on which all terms of this store depend was lost, and with it
		 * perhaps the session that they depend on. Leaders must hear from the store
		 * before they say again that they lead. For stores whose guard locks end with a
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
