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
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.LeadershipListener;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
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

	private final Map<String, Membership> members = new ConcurrentSkipListMap<>();

	Memberships(EngineSettings settings, ElectionLoop loop, CopyOnWriteArrayList<LeadershipListener> engineListeners) {
		this.settings = settings;
		this.loop = loop;
		this.engineListeners = engineListeners;
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
		return this.members.computeIfAbsent(key.election(), (absent) -> new Membership(make(key)));
	}

	private Participant make(ElectionKey key) {
		String election = key.election();
		ElectionTiming timing = this.settings.timing(election);
		CandidateProfile profile = new CandidateProfile(key, this.settings.candidate(), timing, this.settings.traits(),
				this.settings.entropy(), this.settings.metadata());
		Duration threshold = this.settings.vacancyThreshold();
		return new Participant(profile, this.loop, new ElectionStateMachine(profile),
				new TenureWatch(election, this.settings.tenure().apply(election)),
				new VacancyWatch((threshold != null) ? threshold : timing.lease()), this.engineListeners);
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
		}
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

		/** Written by one thread at a time. */
		private volatile int count;

		/** How often the last of those who joined left. */
		private int leaves;

		private Membership(Participant participant) {
			this.participant = participant;
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
