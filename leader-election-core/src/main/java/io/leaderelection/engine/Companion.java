/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.delivery.Audience;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * A feature that accompanies the candidates of an engine, as bids do, or the number of
 * partitions. The engine calls all its companions and does not know what they are; what
 * they do with each look they add to the loop. Called by one thread at a time, which
 * joins, leaves, starts or stops. Methods must return at once.
 */
public interface Companion {

	/**
	 * Called when the engine starts, before its candidates contend.
	 */
	default void starting() {
	}

	/**
	 * Called when the engine stops, before its candidates are requested to.
	 * @param candidates the candidates that are to stop; none if no candidate contends
	 * @return completed on the loop when nothing is left to release
	 */
	default CompletableFuture<Void> stopping(List<Election> candidates) {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Called when the engine has stopped: its candidates were requested to.
	 */
	default void stopped() {
	}

	/**
	 * Returns the profile of a candidate that is about to be made for the application.
	 * @param profile the profile so far
	 * @return the profile, with what this companion adds to it
	 * @throws IllegalArgumentException if the store does not support the settings of the
	 * election
	 */
	default CandidateProfile profile(CandidateProfile profile) {
		return profile;
	}

	/**
	 * Accompanies a candidate that was made for the application.
	 * @param candidate the candidate, which does not contend yet
	 * @param profile its profile
	 * @return what accompanies it, or {@code null}
	 */
	default @Nullable OfCandidate accompany(Election candidate, CandidateProfile profile) {
		return null;
	}

	/**
	 * The companion of one candidate.
	 */
	interface OfCandidate {

		/**
		 * Called after the candidate was requested to contend.
		 */
		void contending();

		/**
		 * Called after the candidate was requested to stop, because the election was
		 * left. It may be joined again, and contend again.
		 * @return completed on the loop when nothing is left in the store, not even of an
		 * unanswered command
		 */
		CompletableFuture<Void> left();

		/**
		 * Called when the candidate is removed from the engine, after the future of
		 * {@link #left()} was completed.
		 */
		void removed();

	}

	/**
	 * The candidates of an engine, for a companion that needs some of its own. Used while
	 * the engine is made.
	 */
	interface Candidates {

		/**
		 * Returns the profile of a candidate, without what companions add to it.
		 * @param key the key of the election
		 * @return the profile
		 */
		CandidateProfile profile(ElectionKey key);

		/**
		 * Joins an election for as long as the engine exists, with its settings.
		 * @param key the key of the election
		 * @return the candidate
		 */
		Election joinForGood(ElectionKey key);

		/**
		 * Joins an election for as long as the engine exists, but hides it: no
		 * application finds it, and listeners of all elections are not notified.
		 * @param key the key of the election
		 * @param listeners the listeners that are notified
		 * @return the candidate
		 */
		Election joinHidden(ElectionKey key, Audience.Listeners listeners);

		/**
		 * Refuses an election to applications.
		 * @param election the name of the election
		 * @param reason the message of the exception
		 */
		void refuse(String election, String reason);

	}

}
