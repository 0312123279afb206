/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import io.leaderelection.LeadershipListener;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * The elections of an engine by name, and how often each was joined. Joined and left by
 * one thread at a time; read by any.
 */
final class Memberships implements StoreHints.Receiver {

	private final EngineSettings settings;

	private final ElectionLoop loop;

	private final CopyOnWriteArrayList<LeadershipListener> engineListeners;

	private final Seats seats;

	private final Map<String, Membership> members = new ConcurrentSkipListMap<>();

	Memberships(EngineSettings settings, ElectionLoop loop, CopyOnWriteArrayList<LeadershipListener> engineListeners) {
		this.settings = settings;
		this.loop = loop;
		this.engineListeners = engineListeners;
		this.seats = new Seats(settings);
		loop.onHeartbeat(this.seats::look);
	}

	/** The election of that name if it was joined. */
	@Nullable Participant find(String name) {
		Membership membership = this.members.get(name);
		return (membership != null && membership.count > 0) ? membership.participant : null;
	}

	/** Those that were joined, by name. */
	List<Participant> joined() {
		return participants(this.members.values().stream().filter((membership) -> membership.count > 0).toList());
	}

	/** Also those that were left and are not over, by name. */
	List<Participant> all() {
		return participants(this.members.values());
	}

	private static List<Participant> participants(Collection<Membership> members) {
		List<Participant> participants = new ArrayList<>(members.size());
		for (Membership membership : members) {
			participants.add(membership.participant);
		}
		return participants;
	}

	Membership get(ElectionKey key) {
		return this.members.computeIfAbsent(key.election(), (absent) -> make(key));
	}

	private Membership make(ElectionKey key) {
		String election = key.election();
		Preference preference = preference(election);
		ElectionTiming timing = this.settings.timing(election);
		CandidateProfile profile = new CandidateProfile(key, this.settings.candidate(), timing, this.settings.traits(),
				this.settings.entropy(), metadata(preference));
		Duration threshold = this.settings.vacancyThreshold();
		Participant participant = new Participant(profile, this.loop, new ElectionStateMachine(profile),
				new TenureWatch(election, this.settings.tenure().apply(election)),
				new VacancyWatch((threshold != null) ? threshold : timing.lease()), this.engineListeners);
		ElectionSeat seat = (preference != null) ? new ElectionSeat(participant, profile, preference, this.loop) : null;
		if (seat != null) {
			this.seats.add(seat);
		}
		return new Membership(participant, seat);
	}

	private @Nullable Preference preference(String election) {
		Preference preference = this.settings.preferences().of().apply(election);
		if (preference != null && !this.settings.traits().checkpoints()) {
			throw new IllegalArgumentException("Election '" + election + "' has a priority or is to be spread, but the "
					+ "store '" + this.settings.traits().name() + "' keeps no checkpoints, in which a leader notes to "
					+ "whom it handed over. Remove priority and spread, or use another store");
		}
		return preference;
	}

	private Supplier<Map<String, String>> metadata(@Nullable Preference preference) {
		Supplier<Map<String, String>> metadata = this.settings.metadata();
		int maxLed = this.settings.preferences().maxLed();
		return (preference != null) ? () -> preference.in(metadata.get(), maxLed) : metadata;
	}

	/**
	 * Unless it was joined again. While its work runs, or something is left to undo in
	 * the store, it is kept: it knows what to undo, and whoever joins again waits for its
	 * work.
	 */
	void forget(Membership membership, int leave) {
		if (membership.count == 0 && membership.leaves == leave
				&& this.members.remove(membership.participant.name(), membership)) {
			membership.participant.retire();
			ElectionSeat seat = membership.seat;
			if (seat != null) {
				this.seats.remove(seat);
				seat.retire();
			}
		}
	}

	/** Those that were joined look for bids from now on. */
	void look() {
		this.members.values().stream().filter(Membership::isJoined).forEach(Membership::look);
	}

	/** All bids are given up. */
	List<CompletableFuture<Void>> giveUpBids() {
		return this.members.values().stream().map(Membership::giveUp).toList();
	}

	/** One task for all, so that what they ask travels together. */
	void hear(List<Participant> participants) {
		this.loop.executeSoon(() -> participants.forEach(Participant::hear));
	}

	@Override
	public void hint(String election) {
		Membership membership = this.members.get(election);
		if (membership != null) {
			this.loop.executeSoon(() -> membership.participant.feed(new Input.Hint()));
		}
	}

	@Override
	public void requestAll(Input input) {
		List<Participant> all = all();
		all.forEach((participant) -> participant.request(input));
		hear(all);
	}

	/** An election and how often it was joined. */
	static final class Membership {

		final Participant participant;

		/** If it has a preference. */
		final @Nullable ElectionSeat seat;

		/** Written by one thread at a time. */
		private volatile int count;

		/** How often the last of those who joined left. */
		private int leaves;

		private Membership(Participant participant, @Nullable ElectionSeat seat) {
			this.participant = participant;
			this.seat = seat;
		}

		/** Begins to look for bids, if it has a preference. */
		void look() {
			if (this.seat != null) {
				this.seat.start();
			}
		}

		/** Gives up its bid, if it has one. */
		CompletableFuture<Void> giveUp() {
			return (this.seat != null) ? this.seat.stop() : CompletableFuture.completedFuture(null);
		}

		boolean isJoined() {
			return this.count > 0;
		}

		void join() {
			int joined = this.count + 1;
			this.count = joined;
		}

		/**
		 * One of those who joined leaves.
		 * @return the number of this leave if it was the last of them, else 0
		 */
		int leave() {
			int left = this.count - 1;
			this.count = left;
			return (left == 0) ? ++this.leaves : 0;
		}

	}

}
