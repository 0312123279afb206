/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.protocol.CandidateProfile;

/**
 * The companions of an engine, in the order in which they are called. One may be added at
 * any time; it accompanies the candidates that are made from then on.
 */
final class Companions {

	private final List<Companion> all = new CopyOnWriteArrayList<>();

	void add(Companion companion) {
		this.all.add(companion);
	}

	void starting() {
		this.all.forEach(Companion::starting);
	}

	/** Returns a future that is completed when nothing is left to release. */
	CompletableFuture<Void> stopping(List<Election> candidates) {
		return CompletableFuture.allOf(
				this.all.stream().map((companion) -> companion.stopping(candidates)).toArray(CompletableFuture[]::new));
	}

	void stopped() {
		this.all.forEach(Companion::stopped);
	}

	CandidateProfile profile(CandidateProfile profile) {
		CandidateProfile full = profile;
		for (Companion companion : this.all) {
			full = companion.profile(full);
		}
		return full;
	}

	List<Companion.OfCandidate> accompany(Election candidate, CandidateProfile profile) {
		List<Companion.OfCandidate> accompanying = new ArrayList<>();
		for (Companion companion : this.all) {
			Companion.OfCandidate own = companion.accompany(candidate, profile);
			if (own != null) {
				accompanying.add(own);
			}
		}
		return accompanying;
	}

}
