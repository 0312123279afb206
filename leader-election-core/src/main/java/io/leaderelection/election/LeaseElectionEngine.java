/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.BackendStatus;
import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeadershipContext;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;

/**
 * The engine: joins and leaves elections, starts and stops them.
 */
final class LeaseElectionEngine implements ElectionEngine {

	private static final SafeLogger logger = new SafeLogger(LeaseElectionEngine.class);

	private static final Duration ALONE_TIMEOUT = Duration.ofSeconds(10);

	private final LeaseStore store;

	private final StoreTraits traits;

	private final String namespace;

	private final CandidateId candidate;

	private final Participants participants;

	private final Duration operationTimeout;

	private final ElectionEngineBuilder.Contend contend;

	private final ElectionLoop loop;

	private final StoreHints hints;

	private final CopyOnWriteArrayList<LeadershipListener> listeners = new CopyOnWriteArrayList<>();

	private final Map<String, Membership> members = new ConcurrentSkipListMap<>();

	/** Threads that wait for the present stop. */
	private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

	private final Object lifecycle = new Object();

	private volatile boolean running;

	private boolean closed;

	private volatile @Nullable CompletableFuture<Void> stopping;

	LeaseElectionEngine(ElectionEngineBuilder builder) {
		this.store = builder.store;
		this.traits = builder.traits;
		this.namespace = builder.namespace;
		this.candidate = builder.candidate();
		this.participants = new Participants(builder, this.candidate);
		this.operationTimeout = builder.timing.operationTimeout();
		this.contend = builder.contend;
		this.loop = new ElectionLoop(builder.store, builder.traits.name(), builder.time, builder.operationListener);
		this.hints = new StoreHints(builder.store, this.traits.name(), this.namespace, this.loop, new Hinted());
		this.loop.onHeartbeat(this.hints::tryAgain);
		this.loop.onHeartbeat(this::dropUnending);
	}

	@Override
	public String instance() {
		return this.candidate.get();
	}

	@Override
	public String namespace() {
		return this.namespace;
	}

	@Override
	public BackendStatus backend() {
		return new BackendStatus(this.traits.name(), this.loop.lastContact());
	}

	@Override
	public Optional<LeaderElection> find(String name) {
		Membership membership = this.members.get(name);
		return (membership != null && membership.count > 0) ? Optional.of(membership.participant) : Optional.empty();
	}

	@Override
	public LeaderElection get(String name) {
		return find(name)
			.orElseThrow(() -> new UnknownElectionException(name, all().stream().map(LeaderElection::name).toList()));
	}

	@Override
	public List<LeaderElection> all() {
		List<LeaderElection> elections = new ArrayList<>();
		for (Membership membership : joined()) {
			elections.add(membership.participant);
		}
		return List.copyOf(elections);
	}

	private List<Membership> joined() {
		List<Membership> joined = new ArrayList<>();
		for (Membership membership : this.members.values()) {
			if (membership.count > 0) {
				joined.add(membership);
			}
		}
		return joined;
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		this.listeners.add(listener);
		return () -> this.listeners.remove(listener);
	}

	@Override
	public Candidacy join(String name) {
		ElectionKey key = new ElectionKey(this.namespace, name);
		Membership membership;
		boolean contends;
		synchronized (this.lifecycle) {
			checkOpen();
			membership = this.members.computeIfAbsent(name, (absent) -> make(key));
			contends = membership.count == 0 && this.running;
			if (contends) {
				contend(List.of(membership));
			}
			membership.count++;
			if (contends) {
				hear(List.of(membership));
			}
		}
		if (contends && this.contend == ElectionEngineBuilder.Contend.ALONE) {
			awaitOwnLeadership(membership.participant);
		}
		return new OpenCandidacy(membership.participant, () -> leave(membership));
	}

	private Membership make(ElectionKey key) {
		Membership membership = new Membership(this.participants.make(key, this.loop, this.listeners));
		this.loop.add(membership.participant);
		return membership;
	}

	private void leave(Membership membership) {
		synchronized (this.lifecycle) {
			membership.count--;
			if (membership.count == 0) {
				int leave = ++membership.leaves;
				membership.participant.handOver(new Input.Stop());
				membership.participant.whenOver(() -> this.loop.executeIo(() -> forget(membership, leave)));
			}
		}
	}

	/**
	 * Unless it was joined again. While its work runs, or something is left to undo in
	 * the store, it is kept: it knows what to undo, and whoever joins again waits for its
	 * work.
	 */
	private void forget(Membership membership, int leave) {
		Participant participant = membership.participant;
		synchronized (this.lifecycle) {
			if (membership.count == 0 && membership.leaves == leave
					&& this.members.remove(participant.name(), membership)) {
				participant.retire();
			}
		}
	}

	@Override
	public void connect(String election) {
		ElectionKey key = new ElectionKey(this.namespace, election);
		if (this.contend == ElectionEngineBuilder.Contend.WITH_OTHERS) {
			this.loop.executeIo(() -> ask(key));
		}
	}

	private void ask(ElectionKey key) {
		try {
			this.store.observe(List.of(key), this.operationTimeout);
		}
		catch (Throwable ex) {
			logger.debug("Store '{}' did not answer before it was needed", this.traits.name(), ex);
		}
	}

	@Override
	public void start() {
		synchronized (this.lifecycle) {
			checkOpen();
			if (this.running) {
				return;
			}
			this.loop.start();
			this.candidate.start();
			List<Membership> joined = joined();
			contend(joined);
			this.running = true;
			this.stopping = null;
			hear(joined);
			if (this.contend == ElectionEngineBuilder.Contend.WITH_OTHERS) {
				this.hints.open();
			}
		}
		if (this.contend == ElectionEngineBuilder.Contend.ALONE) {
			all().forEach(this::awaitOwnLeadership);
		}
	}

	private void awaitOwnLeadership(LeaderElection election) {
		CompletableFuture<Boolean> contends = new CompletableFuture<>();
		this.loop.execute(() -> contends.complete(election.status().state() != ElectionState.PAUSED));
		try {
			if (contends.get(ALONE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS) && !election.awaitLeader(ALONE_TIMEOUT)) {
				throw new IllegalStateException(
						"Election '" + election.name() + "' has no leader although it is alone");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new IllegalStateException("Election '" + election.name() + "' does not start", ex);
		}
	}

	/** Asks them to contend, which they hear later. */
	private void contend(List<Membership> joined) {
		if (this.contend != ElectionEngineBuilder.Contend.NEVER) {
			for (Membership membership : joined) {
				this.hints.introduce(membership.participant::request);
				membership.participant.request(new Input.Start());
			}
		}
	}

	/** One task for all, so that what they ask travels together. */
	private void hear(List<Membership> members) {
		this.loop.executeSoon(() -> members.forEach((membership) -> membership.participant.hear()));
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // a hand-over completes, never fails
	public CompletionStage<Void> stop(Thread waiting) {
		this.waiting.add(waiting);
		CompletionStage<Void> stage = stop();
		stage.whenComplete((done, failure) -> this.waiting.remove(waiting));
		return stage;
	}

	@Override
	public CompletionStage<Void> stop() {
		synchronized (this.lifecycle) {
			if (this.stopping != null) {
				return this.stopping;
			}
			HandOverStage stage = this.loop.stages().open();
			List<Membership> left = this.running ? List.copyOf(this.members.values()) : List.of();
			stopAll(left, stage);
			this.running = false;
			this.stopping = stage;
			hear(left);
			this.hints.giveUp();
			this.loop.executeSoon(this::dropUnending);
			return stage;
		}
	}

	@SuppressWarnings("FutureReturnValueIgnored") // a handover completes, never fails
	private void stopAll(List<Membership> left, HandOverStage stage) {
		CompletableFuture<?>[] handOvers = left.stream().map((membership) -> {
			CompletableFuture<Void> handOver = new CompletableFuture<>();
			membership.participant.request(new Input.Stop(), () -> handOver.complete(null));
			return handOver;
		}).toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(handOvers).whenComplete((done, failure) -> this.loop.stages().complete(stage));
	}

	/** With each heartbeat: nothing waits for a thread that waits for the end. */
	private void dropUnending() {
		CompletableFuture<Void> stopping = this.stopping;
		if (stopping != null && !stopping.isDone()) {
			for (Membership membership : this.members.values()) {
				membership.participant.dropUnending(this::isUnending);
			}
		}
	}

	/** Whether what a thread runs cannot end before the handover has. */
	private boolean isUnending(Thread thread) {
		return this.waiting.contains(thread) || ExitingThread.is(thread);
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // what is attached logs its failure
	public void close() {
		CompletableFuture<Void> stage;
		synchronized (this.lifecycle) {
			if (this.closed) {
				return;
			}
			this.closed = true;
			stage = stop().toCompletableFuture();
		}
		boolean mayWait = !EventDispatcher.isDelivering() && LeadershipContext.get() == null;
		if (mayWait && await(stage)) {
			end();
		}
		else {
			stage.whenComplete((done, failure) -> endLater());
		}
	}

	/** Whether the wait is over, and not just interrupted. */
	private boolean await(CompletableFuture<Void> stage) {
		try {
			stage.get(this.participants.longestHandOver().toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.warn("Elections were closed before every hand-over was done; leases run out by themselves");
		}
		return true;
	}

	private void endLater() {
		try {
			end();
		}
		catch (Throwable ex) {
			logger.warn("Store '{}' could not be closed", this.traits.name(), ex);
		}
	}

	/**
	 * Nobody believes in a term any more before the store, and with it holds, are given
	 * up.
	 */
	private void end() {
		this.hints.close();
		this.loop.close();
		this.members.values().forEach((membership) -> membership.participant.renounce());
		this.store.close();
	}

	private void checkOpen() {
		if (this.closed) {
			throw new IllegalStateException("These elections are closed");
		}
	}

	/** Brings hints to the elections. */
	private final class Hinted implements StoreHints.Receiver {

		@Override
		public void hint(String election) {
			Membership membership = LeaseElectionEngine.this.members.get(election);
			if (membership != null) {
				LeaseElectionEngine.this.loop.executeSoon(() -> membership.participant.feed(new Input.Hint()));
			}
		}

		@Override
		public void requestAll(Input input) {
			List<Membership> all = List.copyOf(LeaseElectionEngine.this.members.values());
			all.forEach((membership) -> membership.participant.request(input));
			hear(all);
		}

	}

	/** An election and how often it was joined. */
	private static final class Membership {

		private final Participant participant;

		private volatile int count;

		/** How often the last of those who joined left. */
		private int leaves;

		Membership(Participant participant) {
			this.participant = participant;
		}

	}

}
