/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Map;
import java.util.function.Supplier;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;

/**
 * The settings of a state machine.
 *
 * @param key the record contended for
 * @param candidate the candidate id, which changes at most while the candidate is stopped
 * @param timing the durations
 * @param traits the store's traits
 * @param entropy the source of randomness
 * @param metadata the candidate's metadata, read at each attempt at a term
 */
public record CandidateProfile(ElectionKey key, Supplier<String> candidate, ElectionTiming timing, StoreTraits traits,
		Entropy entropy, Supplier<Map<String, String>> metadata) {

	/**
	 * Returns this profile with other metadata.
	 * @param metadata the metadata
	 * @return the profile
	 */
	public CandidateProfile withMetadata(Supplier<Map<String, String>> metadata) {
		return new CandidateProfile(this.key, this.candidate, this.timing, this.traits, this.entropy, metadata);
	}

}
