/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.Arrays;
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
import io.leaderelection.delivery.Audience;
import io.leaderelection.delivery.Delivery;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.delivery.Stages;
import io.leaderelection.engine.EngineSettings.Contend;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine: joins and leaves elections, starts and stops them.
 */
final class LeaseElectionEngine implements ElectionEngine {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElection.class);

	private final EngineSettings settings;

	private final ElectionLoop loop;

	/** Runs callbacks of handovers of all elections together. */
	private final Delivery.Line callbacks;

	private final StoreNotifications notifications;

	private final Memberships memberships;

	private final Features features;

	/** Guarded by the lifecycle. */
	private final KeepAlive keepAlive;

	/** Threads that wait for the current stop. */
	private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();

	private final Object lifecycle = new Object();

	private volatile boolean running;

	private boolean closed;

	private volatile @Nullable CompletableFuture<Void> stopping;

	LeaseElectionEngine(EngineSettings settings) {
		this.settings = settings;
		this.loop = new ElectionLoop(settings);
		this.callbacks = this.loop.deliveries().callbacks("all");
		this.memberships = new Memberships(settings, this.loop, new Audience.Listeners());
		this.features = new Features(settings, this.loop, this.memberships);
		this.keepAlive = new KeepAlive(settings.time(), this.memberships::keepProcessAlive);
		this.notifications = new StoreNotifications(settings.store(), storeName(), settings.namespace(), this.loop,
				this.memberships);
		this.loop.onLook(this.notifications::look);
		this.loop.onLook(this::dropUnending);
		this.loop.onLook(this.callbacks::look);
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
		return Optional.ofNullable(this.memberships.find(name)).map(Election::view);
	}

	@Override
	public LeaderElection get(String name) {
		return this.memberships.require(name).view();
	}

	@Override
	public List<PartitionedElection> partitioned() {
		return this.features.partitioned();
	}

	@Override
	public List<LeaderElection> all() {
		return this.memberships.joined().stream().map((election) -> (LeaderElection) election.view()).toList();
	}

	@Override
	public Registration addListener(LeadershipListener listener) {
		return this.memberships.addListener(listener);
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
		ElectionKey key = this.memberships.keyOf(name);
		Membership membership;
		Membership.Join join;
		boolean contends;
		synchronized (this.lifecycle) {
			checkOpen();
			membership = this.memberships.get(key);
			contends = !membership.isJoined() && this.running;
			if (contends) {
				contend(List.of(membership.election));
			}
			join = join(membership, keepsProcessAlive);
			keepProcessAlive();
			if (contends) {
				this.memberships.processRequests(List.of(membership.election));
				membership.contending();
			}
		}
		if (contends) {
			awaitSoleLeadership(List.of(membership.election));
		}
		return join;
	}

	private Membership.Join join(Membership membership, boolean keepsProcessAlive) {
		Membership.Join join = new Membership.Join(membership.election.view(), keepsProcessAlive,
				(closed) -> leave(membership, closed));
		membership.add(join);
		return join;
	}

	/** An engine that always leads starts when it does. */
	private void awaitSoleLeadership(List<Election> elections) {
		if (this.settings.contend() == Contend.ALONE) {
			elections.forEach(Election::awaitTerm);
		}
	}

	/** Contends in a hidden election at once, even before the start. */
	private Candidacy joinAtOnce(ElectionKey key) {
		synchronized (this.lifecycle) {
			checkOpen();
			if (this.stopping != null) {
				throw new IllegalStateException("These elections are stopped. Start them for " + key.election());
			}
			if (!this.running) {
				this.loop.start();
				this.settings.candidate().start();
			}
			Membership membership = this.memberships.hidden(key, new Audience.Listeners());
			membership.startAlone();
			contend(List.of(membership.election));
			Membership.Join join = join(membership, false);
			this.memberships.processRequests(List.of(membership.election));
			return join;
		}
	}

	@Override
	public <X extends Exception> boolean runOnce(String name, OnceWork<X> work, Duration timeout) throws X {
		return this.features.once(this::joinAtOnce, () -> this.stopping != null).run(name, work, timeout);
	}

	private void leave(Membership membership, Membership.Join closed) {
		synchronized (this.lifecycle) {
			if (membership.remove(closed)) {
				membership.leave(() -> this.loop.io().execute(() -> forget(membership, closed)));
			}
			letProcessEnd();
		}
	}

	private void forget(Membership membership, Membership.Join closed) {
		synchronized (this.lifecycle) {
			this.memberships.forget(membership, closed);
			letProcessEnd();
		}
	}

	private void keepProcessAlive() {
		if (this.running) {
			this.keepAlive.keep();
		}
	}

	/** Stops keeping the process alive, unless something is led or handed over here. */
	private void letProcessEnd() {
		CompletableFuture<Void> stopping = this.stopping;
		this.keepAlive.release(stopping != null && stopping.isDone());
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
			List<Election> joined = this.memberships.begin();
			contend(joined);
			this.running = true;
			this.stopping = null;
			keepProcessAlive();
			this.memberships.processRequests(joined);
			this.memberships.contending();
			if (this.settings.contend() == Contend.WITH_OTHERS) {
				this.notifications.open();
			}
		}
		awaitSoleLeadership(this.memberships.joined());
	}

	/** Requests that candidates contend; they process this later. */
	private void contend(List<Election> joined) {
		if (this.settings.contend() != Contend.NEVER) {
			for (Election candidate : joined) {
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
			Stages.Stage stage = this.loop.stages().open();
			List<Election> left = this.running ? this.memberships.all() : this.memberships.startedAlone();
			this.memberships.stop(left)
				.whenComplete((done, failure) -> this.loop.stages().complete(stage, this.callbacks));
			this.running = false;
			this.stopping = stage;
			stage.whenComplete((done, failure) -> this.loop.io().execute(this::stopped));
			this.memberships.stopped();
			this.memberships.processRequests(left);
			this.notifications.giveUp();
			this.loop.soon(this::dropUnending);
			return stage;
		}
	}

	/** With each look: stops waiting for threads that wait for the end. */
	private void dropUnending() {
		CompletableFuture<Void> stopping = this.stopping;
		if (stopping != null && !stopping.isDone()) {
			for (Election candidate : this.memberships.all()) {
				candidate.local().dropUnending(this::isUnending);
			}
		}
	}

	/** Returns whether a thread cannot end its call before the handover ends. */
	private boolean isUnending(Thread thread) {
		return this.waiting.contains(thread) || isExiting(thread);
	}

	/** A thread that called {@link System#exit(int)} never returns from there. */
	private static boolean isExiting(Thread thread) {
		return Arrays.stream(thread.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals("java.lang.Runtime")
					&& frame.getMethodName().equals("exit"));
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
		boolean mayWait = !Delivery.isDelivering() && LeadershipContext.get() == null;
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
			this.loop.log().warn("Elections were closed before every handover was done; leases run out by themselves");
		}
		return true;
	}

	private void endLater() {
		Throwable thrown = ForeignCode.call(LeaseElectionEngine::end, this);
		if (thrown != null) {
			// The threads that write the log later have ended
			logger.warn("Store '{}' could not be closed", storeName(), thrown);
		}
	}

	/**
	 * Ends all terms before it closes the store, with which guard locks may end.
	 */
	private void end() {
		stopped();
		this.notifications.close();
		this.loop.close();
		this.memberships.all().forEach(Election::renounce);
		if (this.settings.backend().closed()) {
			this.settings.store().close();
		}
	}

	private void checkOpen() {
		if (this.closed) {
			throw new IllegalStateException("These elections are closed");
		}
	}

}
