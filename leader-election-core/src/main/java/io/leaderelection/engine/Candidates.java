/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.delivery.Audience;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.store.ElectionKey;

/**
 * The candidates of an engine, for a {@link Companion} that needs some of its own. Used
 * while the engine is made.
 */
public interface Candidates {

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
	 * Joins an election for as long as the engine exists, but hides it: no application
	 * finds it, and listeners of all elections are not notified.
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
