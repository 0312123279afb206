/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.List;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Where a {@link ConditionalStore} keeps its records: a service that replaces a value
 * only if nobody has changed it in the meantime. Two methods are enough.
 * <p>
 * All methods may block and are called by several threads at once. They throw a
 * {@link LeaseStoreException} if the service does not answer or refuses:
 * {@link NoAnswerException}, {@link RefusedCommandException} or one of its subtypes where
 * they apply, and {@link GarbageRecordException} for a value that is not a record of the
 * election. A request is sent once: a client that repeats writes by itself hides whether
 * a condition was met.
 */
public interface ConditionalRecords extends AutoCloseable {

	/**
	 * Reads what was written last, never an older copy.
	 * @param key the election
	 * @param budget how long the call may take
	 * @return what is stored, or {@code null} if there is nothing
	 */
	@Nullable Stored read(ElectionKey key, CallBudget budget);

	/**
	 * Creates or replaces a value, in one atomic step of the service, only if what is
	 * stored is still what was expected.
	 * @param key the election
	 * @param expected what this instance has read or written, or {@code null} for nothing
	 * @param record the record to store; its {@linkplain TermRecord#changes() changes}
	 * differ with each write, and have to be stored too, so that versions that are
	 * computed from the content differ
	 * @param budget how long the call may take
	 * @return what is stored now, or {@code null} if the value had been changed, created
	 * or deleted, and nothing was written
	 */
	@Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget);

	/**
	 * Does what {@link #replace} does, for a service that returns what is stored together
	 * with its refusal, which saves the command a read. By default calls
	 * {@link #replace}.
	 * @param key the election
	 * @param expected what this instance has read or written, or {@code null} for nothing
	 * @param record the record to store
	 * @param budget how long the call may take
	 * @return whether the value was written, and what is stored now
	 */
	default Replacement tryReplace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		Stored now = replace(key, expected, record, budget);
		return new Replacement(now != null, now);
	}

	/**
	 * Reads several values with fewer requests than one for each, if the service can.
	 * Called before commands that need a read. By default reads nothing.
	 * @param keys the elections
	 * @param budget how long the call may take
	 * @return what was read, and nothing that is older than the call. A value that is
	 * missing here is read by itself, and so is every value if this throws one of the
	 * exceptions above. Leave out garbage, which {@link #read} reports
	 */
	default Map<ElectionKey, Stored> readAll(List<ElectionKey> keys, CallBudget budget) {
		return Map.of();
	}

	/**
	 * Subscribes to changes as {@link LeaseStore#watch} describes. By default there are
	 * no notifications.
	 * @param namespace the namespace of the elections to watch
	 * @param listener called with the notifications
	 * @param changes called with what the subscription shows
	 * @return the subscription, which is closed before these records are
	 */
	default LeaseStore.Watch watch(String namespace, LeaseStore.NotificationListener listener, Changes changes) {
		return LeaseStore.Watch.NONE;
	}

	/**
	 * Closes connections and threads.
	 */
	@Override
	default void close() {
	}

	/**
	 * The answer to a conditional write.
	 *
	 * @param written whether the value was written
	 * @param stored what is stored now, never an older copy; after a refusal {@code null}
	 * if the service has not returned it, and the value is then read
	 */
	record Replacement(boolean written, @Nullable Stored stored) {

	}

	/**
	 * Takes the changes that a subscription shows. Safe to use from any thread.
	 */
	@FunctionalInterface
	interface Changes {

		/**
		 * Called when a change has arrived. Events may be late: what they show saves
		 * requests, and decides nothing.
		 * @param key the election
		 * @param stored what is stored, or {@code null} if it was deleted
		 * @return whether the election may be free, so that the listener should be
		 * notified
		 */
		boolean seen(ElectionKey key, @Nullable Stored stored);

	}

}
