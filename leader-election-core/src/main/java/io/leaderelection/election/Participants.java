/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.LeadershipListener;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;

/**
 * Makes the participants of an engine.
 */
final class Participants {

	private final StoreTraits traits;

	private final Supplier<String> candidate;

	private final ElectionTiming timing;

	private final Map<String, ElectionTiming> timings;

	private final MetadataSource metadata;

	private final Entropy entropy;

	private final Function<String, Tenure> tenure;

	private final @Nullable Duration vacancyThreshold;

	Participants(ElectionEngineBuilder builder, Supplier<String> candidate) {
		this.traits = builder.traits;
		this.candidate = candidate;
		this.timing = builder.timing;
		this.timings = Map.copyOf(builder.timings);
		this.metadata = new MetadataSource(builder.metadata);
		this.entropy = builder.entropy;
		// Who leads alone has nobody to hand over to
		this.tenure = (builder.contend == ElectionEngineBuilder.Contend.WITH_OTHERS) ? builder.tenure
				: (election) -> Tenure.UNLIMITED;
		this.vacancyThreshold = builder.vacancyThreshold;
	}

	Participant make(ElectionKey key, ElectionLoop loop, CopyOnWriteArrayList<LeadershipListener> engineListeners) {
		String election = key.election();
		ElectionTiming timing = this.timings.getOrDefault(election, this.timing);
		CandidateProfile profile = new CandidateProfile(key, this.candidate, timing, this.traits, this.entropy,
				this.metadata);
		Duration threshold = (this.vacancyThreshold != null) ? this.vacancyThreshold : timing.lease();
		return new Participant(election, loop, new ElectionStateMachine(profile), timing,
				new TenureWatch(election, this.tenure.apply(election)), new VacancyWatch(threshold), engineListeners);
	}

	/** How long a hand-over of any of them can take. */
	Duration longestHandOver() {
		Duration longest = this.timing.drainTimeout();
		for (ElectionTiming timing : this.timings.values()) {
			longest = (timing.drainTimeout().compareTo(longest) > 0) ? timing.drainTimeout() : longest;
		}
		return longest.plus(this.timing.operationTimeout().multipliedBy(3));
	}

}
