/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeadershipContext;
import io.leaderelection.delivery.Audience;
import io.leaderelection.delivery.Delivery;
import io.leaderelection.delivery.ForeignCode;
import io.leaderelection.delivery.Stages;
import io.leaderelection.engine.EngineSettings.Contend;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.work.WaitingThreads;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The life of an engine: elections are joined and left, started, stopped and closed. Safe
 * to use from any thread.
 */
final class Lifecycle {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElection.class);

	/** The longest time until a candidate without others leads. */
	private static final Duration ALONE = Duration.ofSeconds(10);

	private final EngineSettings settings;

	private final ElectionLoop loop;

	/** Runs callbacks of handovers of all elections together. */
	private final Delivery.Line callbacks;

	private final StoreNotifications notifications;

	private final Memberships memberships;

	private final WaitingThreads waiting = new WaitingThreads();

	private final Object lock = new Object();

	/** Guarded by the lock. */
	private final KeepAlive keepAlive;

	private volatile boolean running;

	private boolean closed;

	private volatile @Nullable CompletableFuture<Void> stopping;

	Lifecycle(EngineSettings settings, ElectionLoop loop, Memberships memberships) {
		this.settings = settings;
		this.loop = loop;
		this.memberships = memberships;
		this.callbacks = loop.deliveries().callbacks("all");
		this.keepAlive = new KeepAlive(settings.time(), memberships::keepProcessAlive);
		this.notifications = new StoreNotifications(settings.store(), settings.traits().name(), settings.namespace(),
				loop, memberships);
		loop.onLook(this.notifications::look);
		loop.onLook(this::dropUnending);
		loop.onLook(this.callbacks::look);
	}

	boolean isRunning() {
		return this.running;
	}

	/** Returns whether elections were stopped and not started again. */
	boolean isStopped() {
		return this.stopping != null;
	}

	/** Joins an election, and contends in it once started. */
	Candidacy join(String name, boolean keepsProcessAlive) {
		ElectionKey key = this.memberships.keyOf(name);
		Membership membership;
		Membership.Join join;
		boolean contends;
		synchronized (this.lock) {
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
			elections.forEach(this::awaitTerm);
		}
	}

	/** Waits until a candidate leads or is suspended, unless it is paused. */
	private void awaitTerm(Election candidate) {
		ElectionView view = candidate.view();
		CompletableFuture<Boolean> contends = new CompletableFuture<>();
		this.loop.execute(() -> contends.complete(view.standing().state() != ElectionState.PAUSED));
		try {
			if (contends.get(ALONE.toMillis(), TimeUnit.MILLISECONDS) && !view.awaitLeader(ALONE)
					&& view.suspending.find() == null) {
				throw new IllegalStateException("Election '" + view.name() + "' has no leader after "
						+ ALONE.toSeconds() + " s, although its engine always leads");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException | TimeoutException ex) {
			throw new IllegalStateException("Election '" + view.name() + "' does not start", ex);
		}
	}

	/** Contends in a hidden election at once, even before the start. */
	Candidacy joinAtOnce(ElectionKey key) {
		synchronized (this.lock) {
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

	private void leave(Membership membership, Membership.Join closed) {
		synchronized (this.lock) {
			if (membership.remove(closed)) {
				membership.leave(() -> this.loop.io().execute(() -> forget(membership, closed)));
			}
			letProcessEnd();
		}
	}

	private void forget(Membership membership, Membership.Join closed) {
		synchronized (this.lock) {
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
		synchronized (this.lock) {
			letProcessEnd();
		}
	}

	void start() {
		synchronized (this.lock) {
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

	CompletionStage<Void> stop(Thread waiting) {
		this.waiting.add(waiting);
		CompletionStage<Void> stage = stop();
		this.waiting.removeAfter(stage, waiting);
		return stage;
	}

	@SuppressWarnings("FutureReturnValueIgnored") // a handover completes, never fails
	CompletionStage<Void> stop() {
		synchronized (this.lock) {
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
			this.memberships.companions().stopped();
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
				candidate.local().dropUnending(this.waiting::isUnending);
			}
		}
	}

	@SuppressWarnings("FutureReturnValueIgnored") // what is attached logs its failure
	void close() {
		CompletableFuture<Void> stage;
		synchronized (this.lock) {
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
		Throwable thrown = ForeignCode.call(Lifecycle::end, this);
		if (thrown != null) {
			// The threads that write the log later have ended
			logger.warn("Store '{}' could not be closed", this.settings.traits().name(), thrown);
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
