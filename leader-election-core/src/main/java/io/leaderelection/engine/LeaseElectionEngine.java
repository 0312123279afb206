/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.BackendStatus;
import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeadershipContext;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnceWork;
import io.leaderelection.PartitionedElection;
import io.leaderelection.Registration;
import io.leaderelection.engine.EngineSettings.Contend;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * The engine: joins and leaves elections, starts and stops them.
 */
final class LeaseElectionEngine implements ElectionEngine {

	private static final SafeLogger logger = new SafeLogger(LeaseElectionEngine.class);

	private final EngineSettings settings;

	private final LeaseStore store;

	private final ElectionLoop loop;

	private final StoreNotifications notifications;

	private final Listeners listeners = new Listeners();

	private final Candidacies candidacies;

	private final SoleLeadership alone;

	private final OnceRuns once;

	/** Threads that wait for the current stop. */
	private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

	private final Object lifecycle = new Object();

	private volatile boolean running;

	private boolean closed;

	private volatile @Nullable CompletableFuture<Void> stopping;

	/** Lets the process end; {@code null} while nothing keeps it alive. */
	private @Nullable Runnable keptAlive;

	LeaseElectionEngine(EngineSettings settings) {
		this.settings = settings;
		this.store = settings.store();
		this.loop = new ElectionLoop(settings);
		this.candidacies = new Candidacies(settings, this.loop, this.listeners);
		this.alone = new SoleLeadership(settings.contend(), this.loop);
		this.once = new OnceRuns(settings, this::joinOnce, () -> this.stopping != null);
		this.notifications = new StoreNotifications(this.store, storeName(), settings.namespace(), this.loop,
				this.candidacies);
		this.loop.onHeartbeat(this.notifications::tryAgain);
		this.loop.onHeartbeat(this::dropUnending);
		this.loop.onHeartbeat(this.once::wake);
	}

	private String storeName() {
		return this.settings.traits().name();
	}

	@Override
	public String instance() {
		return this.settings.candidate().get();
	}

	@Override
	public String namespace() {
		return this.settings.namespace();
	}

	@Override
	public BackendStatus backend() {
		return new BackendStatus(storeName(), this.loop.store().lastContact());
	}

	@Override
	public boolean keepsCheckpoints() {
		return this.settings.traits().checkpoints();
	}

	@Override
	public Optional<LeaderElection> find(String name) {
		return Optional.ofNullable(this.candidacies.find(name));
	}

	@Override
	public LeaderElection get(String name) {
		return this.candidacies.require(name);
	}

	@Override
	public List<PartitionedElection> partitioned() {
		return this.candidacies.partitioned();
	}

	@Override
	public List<LeaderElection> all() {
		return List.copyOf(this.candidacies.joined());
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		Registration registration = this.listeners.add(listener);
		this.candidacies.all().forEach(ElectionCandidate::welcome);
		return registration;
	}

	@Override
	public Candidacy join(String name) {
		return join(name, true);
	}

	@Override
	public Candidacy joinInBackground(String name) {
		return join(name, false);
	}

	private Candidacy join(String name, boolean keepsProcessAlive) {
		ElectionKey key = this.candidacies.keyOf(name);
		Candidacies.Entry entry;
		boolean contends;
		synchronized (this.lifecycle) {
			checkOpen();
			entry = this.candidacies.get(key);
			contends = !entry.isJoined() && this.running;
			if (contends) {
				contend(List.of(entry.candidate));
			}
			entry.join(keepsProcessAlive);
			keepProcessAlive();
			if (contends) {
				this.candidacies.processRequests(List.of(entry.candidate));
				entry.look();
			}
		}
		if (contends) {
			this.alone.await(List.of(entry.candidate));
		}
		return new JoinedElection(entry.candidate, () -> leave(entry, keepsProcessAlive));
	}

	/** Contends in one election at once, even before the start. */
	private Candidacy joinOnce(ElectionKey key) {
		synchronized (this.lifecycle) {
			checkOpen();
			if (this.stopping != null) {
				throw new IllegalStateException("These elections are stopped. Start them for " + key.election());
			}
			if (!this.running) {
				this.loop.start();
				this.settings.candidate().start();
			}
			Candidacies.Entry entry = this.candidacies.get(key);
			contend(List.of(entry.candidate));
			entry.join(false);
			this.candidacies.processRequests(List.of(entry.candidate));
			return new JoinedElection(entry.candidate, () -> leave(entry, false));
		}
	}

	@Override
	public <X extends Exception> boolean runOnce(String name, OnceWork<X> work, Duration timeout) throws X {
		return this.once.run(name, work, timeout);
	}

	private void leave(Candidacies.Entry entry, boolean keptProcessAlive) {
		synchronized (this.lifecycle) {
			int leave = entry.leave(keptProcessAlive);
			if (leave > 0) {
				entry.candidate.handover(new Input.Stop());
				entry.whenOver(() -> this.loop.executeIo(() -> forget(entry, leave)));
			}
			letProcessEnd();
		}
	}

	private void forget(Candidacies.Entry entry, int leave) {
		synchronized (this.lifecycle) {
			this.candidacies.forget(entry, leave);
			letProcessEnd();
		}
	}

	private void keepProcessAlive() {
		if (this.running && this.keptAlive == null && this.candidacies.keepProcessAlive()) {
			this.keptAlive = this.settings.time().keepProcessAlive("leader-election-keep-alive");
		}
	}

	/** Stops keeping the process alive, unless something is led or handed over here. */
	private void letProcessEnd() {
		CompletableFuture<Void> stopping = this.stopping;
		boolean over = stopping != null && stopping.isDone();
		Runnable keptAlive = this.keptAlive;
		if (keptAlive != null && (over || !this.candidacies.keepProcessAlive())) {
			this.keptAlive = null;
			keptAlive.run();
		}
	}

	/** Lets the process end if elections were not started again after a stop. */
	private void stopped() {
		synchronized (this.lifecycle) {
			letProcessEnd();
		}
	}

	@Override
	public void connect(String election) {
		ElectionKey key = new ElectionKey(namespace(), ElectionKey.checkElection(election));
		if (this.settings.contend() == Contend.WITH_OTHERS) {
			this.loop.store().connect(key, this.settings.timing().operationTimeout());
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
			this.settings.candidate().start();
			List<ElectionCandidate> joined = this.candidacies.begin();
			contend(joined);
			this.running = true;
			this.stopping = null;
			keepProcessAlive();
			this.candidacies.processRequests(joined);
			this.candidacies.look();
			if (this.settings.contend() == Contend.WITH_OTHERS) {
				this.notifications.open();
			}
		}
		this.alone.await(all());
	}

	/** Requests that candidates contend; they process this later. */
	private void contend(List<ElectionCandidate> joined) {
		if (this.settings.contend() != Contend.NEVER) {
			for (ElectionCandidate candidate : joined) {
				this.notifications.introduce(candidate::request);
				candidate.request(new Input.Start());
			}
		}
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // a handover completes, never fails
	public CompletionStage<Void> stop(Thread waiting) {
		this.waiting.add(waiting);
		CompletionStage<Void> stage = stop();
		stage.whenComplete((done, failure) -> this.waiting.remove(waiting));
		return stage;
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // a handover completes, never fails
	public CompletionStage<Void> stop() {
		synchronized (this.lifecycle) {
			if (this.stopping != null) {
				return this.stopping;
			}
			HandoverStage stage = this.loop.stages().open();
			List<ElectionCandidate> left = this.running ? this.candidacies.end() : this.candidacies.once();
			this.candidacies.stop(left).whenComplete((done, failure) -> this.loop.stages().complete(stage));
			this.running = false;
			this.stopping = stage;
			stage.whenComplete((done, failure) -> this.loop.executeIo(this::stopped));
			this.once.wake();
			this.candidacies.processRequests(left);
			this.notifications.giveUp();
			this.loop.executeSoon(this::dropUnending);
			return stage;
		}
	}

	/** With each heartbeat: stops waiting for threads that wait for the end. */
	private void dropUnending() {
		CompletableFuture<Void> stopping = this.stopping;
		if (stopping != null && !stopping.isDone()) {
			for (ElectionCandidate candidate : this.candidacies.all()) {
				candidate.dropUnending(this::isUnending);
			}
		}
	}

	/** Returns whether a thread cannot end its call before the handover ends. */
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

	/** Returns {@code false} if the wait was interrupted. */
	private boolean await(CompletableFuture<Void> stage) {
		try {
			stage.get(this.settings.longestHandover().toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
		catch (ExecutionException | TimeoutException ex) {
			logger.warn("Elections were closed before every handover was done; leases run out by themselves");
		}
		return true;
	}

	private void endLater() {
		try {
			end();
		}
		catch (Throwable ex) {
			logger.warn("Store '{}' could not be closed", storeName(), ex);
		}
	}

	/**
	 * Ends all terms before it closes the store, with which guard locks may end.
	 */
	private void end() {
		stopped();
		this.notifications.close();
		this.loop.close();
		this.candidacies.all().forEach(ElectionCandidate::renounce);
		if (this.settings.closeStore()) {
			this.store.close();
		}
	}

	private void checkOpen() {
		if (this.closed) {
			throw new IllegalStateException("These elections are closed");
		}
	}

}
