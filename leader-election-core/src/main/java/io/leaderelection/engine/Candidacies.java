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

import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.leaderelection.TransitionCause;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.bid.Preference;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * The elections of an engine by name, and how often each was joined. One thread at a time
 * joins or leaves; any thread may read.
 */
final class Candidacies implements StoreNotifications.Receiver {

	/** An election that no application joined is not reported as vacant. */
	private static final Duration NEVER_REPORTED = Duration.ofNanos(ElectionLoop.FAR);

	private final EngineSettings settings;

	private final ElectionLoop loop;

	private final Listeners engineListeners;

	private final Seats seats;

	/** Also the elections that keep the numbers of partitions. */
	private final Map<String, Entry> entries = new ConcurrentSkipListMap<>();

	/** Not changed after construction. */
	private final Map<String, PartitionGroup> groups = new TreeMap<>();

	Candidacies(EngineSettings settings, ElectionLoop loop, Listeners engineListeners) {
		this.settings = settings;
		this.loop = loop;
		this.engineListeners = engineListeners;
		this.seats = new Seats(settings);
		loop.onHeartbeat(this.seats::look);
		settings.partitions()
			.forEach((election, partitions) -> this.groups.put(election, divide(key(election), partitions)));
	}

	private ElectionKey key(String election) {
		return new ElectionKey(this.settings.namespace(), election);
	}

	private PartitionGroup divide(ElectionKey key, int partitions) {
		List<ElectionCandidate> candidates = new ArrayList<>(partitions);
		for (int number = 0; number < partitions; number++) {
			Entry entry = get(key(new Partition(key.election(), number).name()));
			entry.join(true);
			candidates.add(entry.candidate);
		}
		Listeners listeners = new Listeners();
		CandidateProfile profile = profile(key, this.settings.metadata());
		ElectionCandidate keeper = null;
		if (this.settings.contend() == EngineSettings.Contend.WITH_OTHERS) {
			keeper = make(profile, Tenure.UNLIMITED, NEVER_REPORTED, listeners);
			this.entries.put(key.election(), new Entry(keeper, null));
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
	ElectionCandidate require(String name) {
		checkNotDivided(name);
		ElectionCandidate found = find(name);
		if (found == null) {
			throw new UnknownElectionException(name, joined().stream().map(ElectionCandidate::name).toList());
		}
		return found;
	}

	/** Begins, and returns all that contend: partitions once their number is known. */
	List<ElectionCandidate> begin() {
		this.groups.values().forEach(PartitionGroup::begin);
		return candidates(this.entries.values()
			.stream()
			.filter((entry) -> entry.count > 0 || this.groups.containsKey(entry.candidate.name()))
			.toList());
	}

	/** Ends, and returns all candidates, by name: none may contend any more. */
	List<ElectionCandidate> end() {
		this.groups.values().forEach(PartitionGroup::end);
		return all();
	}

	/** The election of a name, if an application joined it. */
	@Nullable ElectionCandidate find(String name) {
		Entry entry = this.entries.get(name);
		return (entry != null && entry.isElection()) ? entry.candidate : null;
	}

	/** Returns the elections that an application joined, by name. */
	List<ElectionCandidate> joined() {
		return candidates(this.entries.values().stream().filter(Entry::isElection).toList());
	}

	/** Returns the elections of work that is done once, by name. */
	List<ElectionCandidate> once() {
		return all().stream().filter((candidate) -> ElectionKey.isOnce(candidate.name())).toList();
	}

	/** Returns all elections, including left ones that are not over, by name. */
	List<ElectionCandidate> all() {
		return candidates(this.entries.values());
	}

	private static List<ElectionCandidate> candidates(Collection<Entry> entries) {
		return entries.stream().map((entry) -> entry.candidate).toList();
	}

	Entry get(ElectionKey key) {
		return this.entries.computeIfAbsent(key.election(), (absent) -> make(key));
	}

	private Entry make(ElectionKey key) {
		String election = key.election();
		if (ElectionKey.isOnce(election)) {
			return new Entry(
					make(profile(key, this.settings.metadata()), Tenure.UNLIMITED, NEVER_REPORTED, new Listeners()),
					null);
		}
		Preference preference = preference(election);
		CandidateProfile profile = profile(key, metadata(preference));
		Duration threshold = this.settings.vacancyThreshold();
		ElectionCandidate candidate = make(profile, this.settings.tenure().apply(Partition.electionOf(election)),
				(threshold != null) ? threshold : profile.timing().lease(), this.engineListeners);
		if (!this.settings.autoStartup().test(Partition.electionOf(election))) {
			candidate.request(new Input.Pause(TransitionCause.PAUSED));
		}
		ElectionSeat seat = (preference != null) ? new ElectionSeat(candidate, profile, preference, this.loop) : null;
		if (seat != null) {
			this.seats.add(seat);
		}
		return new Entry(candidate, seat);
	}

	private ElectionCandidate make(CandidateProfile profile, Tenure tenure, Duration threshold, Listeners listeners) {
		return new ElectionCandidate(profile, this.loop, new ElectionStateMachine(profile),
				new TenureWatch(profile.key().election(), tenure), new VacancyWatch(threshold), listeners);
	}

	private CandidateProfile profile(ElectionKey key, Supplier<Map<String, String>> metadata) {
		return new CandidateProfile(key, this.settings.candidate(), this.settings.timing(key.election()),
				this.settings.traits(), this.settings.entropy(), metadata);
	}

	private @Nullable Preference preference(String election) {
		Preference preference = this.settings.preferences().source().of(election);
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
	 * Removes an election unless it was joined again. Called only when its work has ended
	 * and nothing is left to undo in the store: until then the election knows what to
	 * undo, and a candidate that joins again waits for the work.
	 */
	void forget(Entry entry, int leave) {
		if (entry.count == 0 && entry.leaves == leave && this.entries.remove(entry.candidate.name(), entry)) {
			entry.candidate.retire();
			ElectionSeat seat = entry.seat;
			if (seat != null) {
				this.seats.remove(seat);
				seat.retire();
			}
		}
	}

	/**
	 * Returns whether an election keeps the process alive while elections are started.
	 */
	boolean keepProcessAlive() {
		return this.entries.values().stream().anyMatch(Entry::keepsProcessAlive);
	}

	/** Makes all joined elections observe bids. */
	void look() {
		this.entries.values().stream().filter(Entry::isJoined).forEach(Entry::look);
	}

	/**
	 * Requests a stop, and releases all bids. The returned future is completed on the
	 * loop when both are done.
	 */
	CompletableFuture<Void> stop(List<ElectionCandidate> left) {
		List<CompletableFuture<Void>> handovers = new ArrayList<>();
		if (!left.isEmpty()) {
			this.entries.values().forEach((entry) -> handovers.add(entry.giveUp()));
		}
		for (ElectionCandidate candidate : left) {
			CompletableFuture<Void> handover = new CompletableFuture<>();
			candidate.request(new Input.Stop(), () -> handover.complete(null));
			handovers.add(handover);
		}
		return CompletableFuture.allOf(handovers.toArray(CompletableFuture[]::new));
	}

	/** Processes the requests in one task, so that commands are sent together. */
	void processRequests(List<ElectionCandidate> candidates) {
		this.loop.executeSoon(() -> candidates.forEach(ElectionCandidate::processRequests));
	}

	@Override
	public void notified(String election) {
		Entry entry = this.entries.get(election);
		if (entry != null) {
			this.loop.executeSoon(() -> entry.candidate.feed(new Input.Notified()));
		}
	}

	@Override
	public void requestAll(Input input) {
		List<ElectionCandidate> all = all();
		all.forEach((candidate) -> candidate.request(input));
		processRequests(all);
	}

	/** An election and how often it was joined. */
	static final class Entry {

		final ElectionCandidate candidate;

		/** Present if the election has a preference. */
		final @Nullable ElectionSeat seat;

		/** Written by one thread at a time. */
		private volatile int count;

		/** How many of the candidacies keep the process alive. */
		private int keeping;

		/** How often all candidacies were closed. */
		private int leaves;

		private Entry(ElectionCandidate candidate, @Nullable ElectionSeat seat) {
			this.candidate = candidate;
			this.seat = seat;
		}

		/** Returns whether this is an election that an application joined. */
		private boolean isElection() {
			return isJoined() && !ElectionKey.isOnce(this.candidate.name());
		}

		/** Begins to observe bids, if the election has a preference. */
		void look() {
			if (this.seat != null) {
				this.seat.start();
			}
		}

		/** Releases the bid, if there is one. */
		CompletableFuture<Void> giveUp() {
			return (this.seat != null) ? this.seat.stop() : CompletableFuture.completedFuture(null);
		}

		/**
		 * Releases the bid, and runs an action on the loop when bid and election are
		 * over. It must return at once.
		 */
		@SuppressWarnings("FutureReturnValueIgnored") // a stage completes, never fails
		void whenOver(Runnable action) {
			CompletableFuture<Void> bid = (this.seat != null) ? this.seat.leave()
					: CompletableFuture.completedFuture(null);
			this.candidate.whenOver(() -> {
				if (bid.isDone()) {
					action.run();
				}
				else {
					bid.thenRun(action);
				}
			});
		}

		boolean isJoined() {
			return this.count > 0;
		}

		/**
		 * Returns whether a candidacy keeps the process alive, or the end of the last.
		 */
		private boolean keepsProcessAlive() {
			return this.keeping > 0 || (this.count == 0 && this.leaves > 0);
		}

		void join(boolean keepsProcessAlive) {
			int joined = this.count + 1;
			this.count = joined;
			this.keeping += (keepsProcessAlive) ? 1 : 0;
		}

		/**
		 * Closes one candidacy.
		 * @param keptProcessAlive what it was joined with
		 * @return the number of this leave if no candidacy is open any more, otherwise 0
		 */
		int leave(boolean keptProcessAlive) {
			int left = this.count - 1;
			this.count = left;
			this.keeping -= (keptProcessAlive) ? 1 : 0;
			return (left == 0) ? ++this.leaves : 0;
		}

	}

}
