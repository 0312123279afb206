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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;

import io.leaderelection.LeadershipListener;
import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.leaderelection.Registration;
import io.leaderelection.TransitionCause;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.delivery.Audience;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Preference;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.time.Moment;
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

	private final Distribution distribution;

	/** Also the elections that keep the numbers of partitions. */
	private final Map<String, Membership> memberships = new ConcurrentSkipListMap<>();

	/** By election, so that all instances decide in the same order. */
	private final Map<String, ElectionBid> bids = new ConcurrentSkipListMap<>();

	/** Not changed after construction. */
	private final Map<String, PartitionGroup> groups = new TreeMap<>();

	Memberships(EngineSettings settings, ElectionLoop loop, Audience.Listeners engineListeners) {
		this.settings = settings;
		this.loop = loop;
		this.engineListeners = engineListeners;
		this.metadata = new EngineSettings.MetadataSource(settings.metadata(), loop.log());
		this.distribution = new Distribution(settings.candidate(), settings.bidLimits().maxLed(),
				settings.bidLimits().spreadDelay());
		loop.onLook(this::distribute);
		settings.elections().forEach((name, election) -> {
			Integer partitions = election.partitions();
			if (partitions != null) {
				this.groups.put(name, divide(key(name), partitions));
			}
		});
	}

	private ElectionKey key(String election) {
		return new ElectionKey(this.settings.namespace(), election);
	}

	private PartitionGroup divide(ElectionKey key, int partitions) {
		List<Election> candidates = new ArrayList<>(partitions);
		for (int number = 0; number < partitions; number++) {
			Membership membership = get(key(new Partition(key.election(), number).name()));
			membership.joinForGood();
			candidates.add(membership.election);
		}
		Audience.Listeners listeners = new Audience.Listeners();
		CandidateProfile profile = profile(key, this.metadata);
		Election keeper = null;
		if (this.settings.contend() == EngineSettings.Contend.WITH_OTHERS) {
			keeper = make(profile, Tenure.UNLIMITED, NEVER_REPORTED, listeners);
			this.memberships.put(key.election(), new Membership(keeper, null));
		}
		PartitionGroup group = new PartitionGroup(profile, this.loop, List.copyOf(candidates), keeper);
		listeners.add(group);
		return group;
	}

	/** Returns the partitioned elections, by name. */
	List<PartitionedElection> partitioned() {
		return List.copyOf(this.groups.values());
	}

	/**
	 * Returns the key of an election that is to be joined.
	 * @throws IllegalArgumentException if it cannot be joined by that name
	 */
	ElectionKey keyOf(String election) {
		ElectionKey key = key(ElectionKey.checkElection(election));
		Partition.checkWhole(election);
		checkNotDivided(election);
		return key;
	}

	private void checkNotDivided(String election) {
		PartitionGroup group = this.groups.get(election);
		if (group != null) {
			throw new IllegalArgumentException("Election '" + election + "' is divided into "
					+ group.partitions().size() + " partitions, so nobody leads it as a whole. Use "
					+ "LeaderElections.partition(...) with a key, partitionKey on @OnLeader, or the name of one partition, such as '"
					+ election + ":0'");
		}
	}

	/**
	 * Returns the election of a name.
	 * @throws UnknownElectionException if it was not joined
	 * @throws IllegalArgumentException if it is divided into partitions
	 */
	Election require(String name) {
		checkNotDivided(name);
		Election found = find(name);
		if (found == null) {
			throw new UnknownElectionException(name, joined().stream().map(Election::name).toList());
		}
		return found;
	}

	/** Begins, and returns all that contend: partitions once their number is known. */
	List<Election> begin() {
		this.groups.values().forEach(PartitionGroup::begin);
		return elections(this.memberships.values()
			.stream()
			.filter((membership) -> membership.isJoined() || this.groups.containsKey(membership.election.name()))
			.toList());
	}

	/** Ends, and returns all candidates, by name: none may contend any more. */
	List<Election> end() {
		this.groups.values().forEach(PartitionGroup::end);
		return all();
	}

	/** The election of a name, if an application joined it. */
	@Nullable Election find(String name) {
		Membership membership = this.memberships.get(name);
		return (membership != null && membership.isElection()) ? membership.election : null;
	}

	/** Returns the elections that an application joined, by name. */
	List<Election> joined() {
		return elections(this.memberships.values().stream().filter(Membership::isElection).toList());
	}

	/** Returns the elections of work that is done once, by name. */
	List<Election> once() {
		return all().stream().filter((candidate) -> ElectionKey.isOnce(candidate.name())).toList();
	}

	/** Returns all elections, including left ones that are not over, by name. */
	List<Election> all() {
		return elections(this.memberships.values());
	}

	private static List<Election> elections(Collection<Membership> memberships) {
		return memberships.stream().map((membership) -> membership.election).toList();
	}

	Membership get(ElectionKey key) {
		return this.memberships.computeIfAbsent(key.election(), (absent) -> make(key));
	}

	private Membership make(ElectionKey key) {
		String election = key.election();
		if (ElectionKey.isOnce(election)) {
			return new Membership(
					make(profile(key, this.metadata), Tenure.UNLIMITED, NEVER_REPORTED, new Audience.Listeners()),
					null);
		}
		ElectionSettings settings = this.settings.of(election);
		Preference preference = preference(election, settings);
		CandidateProfile profile = profile(key, metadata(preference));
		Duration threshold = this.settings.vacancyThreshold();
		Election candidate = make(profile, settings.tenure(),
				(threshold != null) ? threshold : profile.timing().lease(), this.engineListeners);
		if (!settings.autoStartup()) {
			candidate.request(new Input.Pause(TransitionCause.PAUSED));
		}
		if (preference == null) {
			return new Membership(candidate, null);
		}
		ElectionBid bid = new ElectionBid(candidate, profile, preference, this.loop);
		this.bids.put(election, bid);
		return new Membership(candidate, bid);
	}

	private Election make(CandidateProfile profile, Tenure tenure, Duration threshold, Audience.Listeners listeners) {
		// Nobody else could believe that it leads
		boolean alone = this.settings.contend() == EngineSettings.Contend.ALONE;
		return new Election(profile, this.loop, alone ? Duration.ZERO : profile.timing().lease(), tenure, threshold,
				listeners);
	}

	private CandidateProfile profile(ElectionKey key, Supplier<Map<String, String>> metadata) {
		return new CandidateProfile(key, this.settings.candidate(), this.settings.of(key.election()).timing(),
				this.settings.traits(), this.settings.entropy(), metadata);
	}

	private @Nullable Preference preference(String election, ElectionSettings settings) {
		Preference preference = settings.preference();
		if (preference != null && !this.settings.traits().checkpoints()) {
			throw new IllegalArgumentException("Election '" + election + "' has a priority or is to be spread, but the "
					+ "store '" + this.settings.traits().name() + "' keeps no checkpoints, in which a leader notes to "
					+ "whom it handed over. Remove priority and spread, or use another store");
		}
		return preference;
	}

	private Supplier<Map<String, String>> metadata(@Nullable Preference preference) {
		int maxLed = this.settings.bidLimits().maxLed();
		return (preference != null) ? () -> preference.in(this.metadata.get(), maxLed) : this.metadata;
	}

	/**
	 * Removes an election unless it was joined again. Called only when its work has ended
	 * and nothing is left to undo in the store: until then the election knows what to
	 * undo, and a candidate that joins again waits for the work.
	 */
	void forget(Membership membership, Membership.Join closed) {
		if (membership.isLeftWith(closed) && this.memberships.remove(membership.election.name(), membership)) {
			this.loop.remove(membership.election);
			if (membership.bid != null) {
				this.bids.remove(membership.election.name());
				this.loop.remove(membership.bid);
			}
		}
	}

	/** Adds a listener of all elections. */
	Registration addListener(LeadershipListener listener) {
		Registration registration = this.engineListeners.add(listener);
		all().forEach((election) -> election.local().audience().welcome());
		return registration;
	}

	/**
	 * Returns whether an election keeps the process alive while elections are started.
	 */
	boolean keepProcessAlive() {
		return this.memberships.values().stream().anyMatch(Membership::keepsProcessAlive);
	}

	/** Makes all joined elections observe bids. */
	void observeBids() {
		this.memberships.values().stream().filter(Membership::isJoined).forEach(Membership::observeBids);
	}

	/** Decides who bids, and who hands over. With each look. */
	private void distribute() {
		if (!this.bids.isEmpty()) {
			List<ElectionBid> bids = List.copyOf(this.bids.values());
			Moment now = this.loop.time().now();
			bids.forEach((bid) -> bid.prepare(now));
			this.distribution.look(bids, now);
			bids.forEach(ElectionBid::finish);
		}
	}

	/**
	 * Requests a stop, and releases all bids. The returned future is completed on the
	 * loop when both are done.
	 */
	CompletableFuture<Void> stop(List<Election> left) {
		List<CompletableFuture<Void>> handovers = new ArrayList<>();
		if (!left.isEmpty()) {
			this.memberships.values().forEach((membership) -> handovers.add(membership.releaseBid()));
		}
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
