/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.engine.Companion;
import io.leaderelection.engine.Election;
import io.leaderelection.engine.ElectionLoop;
import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.preference.bid.Distribution;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Preference;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The bids for elections that this instance prefers to lead, or not to. With each look it
 * decides for which elections to bid, and to which bids to hand over.
 */
public final class Bids implements Companion {

	private final Function<String, ElectionSettings> settings;

	private final ElectionLoop loop;

	private final int maxLed;

	private final Distribution distribution;

	/** By election, so that all instances decide in the same order. */
	private final Map<String, ElectionBid> bids = new ConcurrentSkipListMap<>();

	/**
	 * Creates an object without bids.
	 * @param settings returns the settings of an election
	 * @param limits the limits of the bids of this instance
	 * @param candidate returns the candidate id
	 * @param loop the loop of the engine
	 */
	public Bids(Function<String, ElectionSettings> settings, BidLimits limits, Supplier<String> candidate,
			ElectionLoop loop) {
		this.settings = settings;
		this.loop = loop;
		this.maxLed = limits.maxLed();
		this.distribution = new Distribution(candidate, limits.maxLed(), limits.spreadDelay());
		loop.onLook(this::look);
	}

	private @Nullable Preference preference(CandidateProfile profile) {
		return this.settings.apply(profile.key().election()).preference();
	}

	@Override
	public CandidateProfile profile(CandidateProfile profile) {
		Preference preference = preference(profile);
		if (preference == null) {
			return profile;
		}
		if (!profile.traits().checkpoints()) {
			throw new IllegalArgumentException("Election '" + profile.key().election()
					+ "' has a priority or is to be spread, but the store '" + profile.traits().name()
					+ "' keeps no checkpoints, in which a leader notes to whom it handed over. Remove priority "
					+ "and spread, or use another store");
		}
		return profile.withMetadata(() -> preference.in(profile.metadata().get(), this.maxLed));
	}

	@Override
	public @Nullable OfCandidate accompany(Election candidate, CandidateProfile profile) {
		Preference preference = preference(profile);
		if (preference == null) {
			return null;
		}
		String name = candidate.name();
		ElectionBid bid = new ElectionBid(candidate, profile, preference, this.loop, () -> this.bids.remove(name));
		this.bids.put(name, bid);
		return bid;
	}

	@Override
	public CompletableFuture<Void> stopping(List<Election> candidates) {
		List<ElectionBid> bids = candidates.isEmpty() ? List.of() : List.copyOf(this.bids.values());
		return CompletableFuture.allOf(bids.stream().map(ElectionBid::stop).toArray(CompletableFuture[]::new));
	}

	/** Decides who bids, and who hands over. On the loop. */
	private void look() {
		if (!this.bids.isEmpty()) {
			List<ElectionBid> bids = List.copyOf(this.bids.values());
			Moment now = this.loop.time().now();
			bids.forEach((bid) -> bid.prepare(now));
			this.distribution.look(bids, now);
			bids.forEach(ElectionBid::finish);
		}
	}

}
