/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.leaderelection.Partition;
import io.leaderelection.TransitionCause;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.delivery.Audience;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * The elections of an engine by name, and how often each was joined. One thread at a time
 * joins or leaves; any thread may read.
 */
final class Memberships implements StoreNotifications.Receiver {

	/** An election that no application joined is not reported as vacant. */
	private static final Duration NEVER_REPORTED = Duration.ofNanos(ElectionLoop.FAR);

	private final EngineSettings settings;

	private final ElectionLoop loop;

	private final Audience.Listeners engineListeners;

	private final Supplier<Map<String, String>> metadata;

	private final Companions companions = new Companions();

	/** Also the hidden ones. */
	private final Map<String, Membership> memberships = new ConcurrentSkipListMap<>();

	/** Why elections cannot be joined, by name. */
	private final Map<String, String> refused = new ConcurrentHashMap<>();

	Memberships(EngineSettings settings, ElectionLoop loop, Audience.Listeners engineListeners) {
		this.settings = settings;
		this.loop = loop;
		this.engineListeners = engineListeners;
		this.metadata = new EngineSettings.MetadataSource(settings.metadata(), loop.log());
	}

	Companions companions() {
		return this.companions;
	}

	/**
	 * Returns the key of an election that is to be joined.
	 * @throws IllegalArgumentException if it cannot be joined by that name
	 */
	ElectionKey keyOf(String election) {
		ElectionKey key = new ElectionKey(this.settings.namespace(), ElectionKey.checkElection(election));
		Partition.checkWhole(election);
		checkNotRefused(election);
		return key;
	}

	private void checkNotRefused(String election) {
		String reason = this.refused.get(election);
		if (reason != null) {
			throw new IllegalArgumentException(reason);
		}
	}

	/** Refuses an election to applications. */
	void refuse(String election, String reason) {
		this.refused.put(election, reason);
	}

	/**
	 * Returns the election of a name.
	 * @throws UnknownElectionException if it was not joined
	 * @throws IllegalArgumentException if it cannot be joined by that name
	 */
	Election require(String name) {
		checkNotRefused(name);
		Election found = find(name);
		if (found == null) {
			throw new UnknownElectionException(name, joined().stream().map(Election::name).toList());
		}
		return found;
	}

	/** Begins, and returns all candidates that contend, by name. */
	List<Election> begin() {
		this.companions.starting();
		return elections(Membership::isJoined);
	}

	/** The election of a name, if an application joined it. */
	@Nullable Election find(String name) {
		Membership membership = this.memberships.get(name);
		return (membership != null && membership.isElection()) ? membership.election : null;
	}

	/** Returns the elections that an application joined, by name. */
	List<Election> joined() {
		return elections(Membership::isElection);
	}

	/** Returns the candidates that contend even before the start, by name. */
	List<Election> startedAlone() {
		return elections(Membership::isStartedAlone);
	}

	/** Returns all elections, including left ones that are not over, by name. */
	List<Election> all() {
		return elections((membership) -> true);
	}

	private List<Election> elections(Predicate<Membership> filter) {
		return this.memberships.values().stream().filter(filter).map((membership) -> membership.election).toList();
	}

	Membership get(ElectionKey key) {
		return this.memberships.computeIfAbsent(key.election(), (absent) -> make(key));
	}

	private Membership make(ElectionKey key) {
		ElectionSettings settings = this.settings.of(key.election());
		CandidateProfile profile = this.companions.profile(profile(key));
		Duration threshold = this.settings.vacancyThreshold();
		Election candidate = make(profile, settings.tenure(),
				(threshold != null) ? threshold : profile.timing().lease(), this.engineListeners);
		if (!settings.autoStartup()) {
			candidate.request(new Input.Pause(TransitionCause.PAUSED));
		}
		return new Membership(candidate, this.companions.accompany(candidate, profile));
	}

	/** Joins an election that {@code all()} does not list. */
	Membership hidden(ElectionKey key, Audience.Listeners listeners) {
		return this.memberships.computeIfAbsent(key.election(),
				(absent) -> Membership.hidden(make(profile(key), Tenure.UNLIMITED, NEVER_REPORTED, listeners)));
	}

	private Election make(CandidateProfile profile, Tenure tenure, Duration threshold, Audience.Listeners listeners) {
		// Nobody else could believe that it leads
		boolean alone = this.settings.contend() == EngineSettings.Contend.ALONE;
		return new Election(profile, this.loop, alone ? Duration.ZERO : profile.timing().lease(), tenure, threshold,
				listeners);
	}

	/** Returns the profile of a candidate, without what companions add to it. */
	CandidateProfile profile(ElectionKey key) {
		return new CandidateProfile(key, this.settings.candidate(), this.settings.of(key.election()).timing(),
				this.settings.traits(), this.settings.entropy(), this.metadata);
	}

	/**
	 * Removes an election unless it was joined again. Called only when its work has ended
	 * and nothing is left to undo in the store: until then the election knows what to
	 * undo, and a candidate that joins again waits for the work.
	 */
	void forget(Membership membership, Membership.Join closed) {
		if (membership.isLeftWith(closed) && this.memberships.remove(membership.election.name(), membership)) {
			this.loop.remove(membership.election);
			membership.removed();
		}
	}

	/**
	 * Returns whether an election keeps the process alive while elections are started.
	 */
	boolean keepProcessAlive() {
		return this.memberships.values().stream().anyMatch(Membership::keepsProcessAlive);
	}

	/** All joined candidates were requested to contend. */
	void contending() {
		this.memberships.values().stream().filter(Membership::isJoined).forEach(Membership::contending);
	}

	/**
	 * Requests candidates to stop. The returned future is completed on the loop when they
	 * have, and nothing is left to release.
	 */
	CompletableFuture<Void> stop(List<Election> left) {
		List<CompletableFuture<Void>> handovers = new ArrayList<>();
		handovers.add(this.companions.stopping(left));
		for (Election candidate : left) {
			CompletableFuture<Void> handover = new CompletableFuture<>();
			candidate.request(new Input.Stop(), () -> handover.complete(null));
			handovers.add(handover);
		}
		return CompletableFuture.allOf(handovers.toArray(CompletableFuture[]::new));
	}

	/** Processes the requests in one task, so that commands are sent together. */
	void processRequests(List<Election> candidates) {
		this.loop.soon(() -> candidates.forEach(Election::processRequests));
	}

	@Override
	public void notified(String election) {
		Membership membership = this.memberships.get(election);
		if (membership != null) {
			this.loop.soon(() -> membership.election.take(new Input.Notified()));
		}
	}

	@Override
	public void requestAll(Input input) {
		List<Election> all = all();
		all.forEach((candidate) -> candidate.request(input));
		processRequests(all);
	}

}
