/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.Candidacy;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.StuckTask;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.engine.ElectionSettings;
import io.leaderelection.engine.Tenure;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.FaultInjectingLeaseStore;
import io.leaderelection.testkit.StoreFault;
import io.leaderelection.testkit.StoreOperation;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.GuardedElection;

/**
 * A candidate with its own store client, and its jobs.
 */
final class RecordedCandidate implements AutoCloseable {

	/** More calls than a test makes. */
	private static final int EVERY_CALL = 10_000;

	private static final Duration WARM_UP_TIMEOUT = Duration.ofSeconds(30);

	private final FaultInjectingLeaseStore store;

	private final ElectionEngine engine;

	private final Map<Ending, Candidacy> candidacies = new EnumMap<>(Ending.class);

	private final Map<Ending, RecordedJob> jobs = new EnumMap<>(Ending.class);

	private final Map<Ending, CompletableFuture<StuckTask>> stuckTasks = new EnumMap<>(Ending.class);

	private final WorkerPool callers = TimeSystem.system().workers("guarded-call", 1);

	/**
	 * Creates a candidate.
	 * @param store the store client; closed with the candidate
	 * @param traits the traits of the store
	 * @param namespace the namespace of the elections
	 * @param lease the lease duration of all elections
	 * @param tenure how long it leads {@link Ending#TENURE}
	 */
	RecordedCandidate(LeaseStore store, StoreTraits traits, String namespace, Duration lease, Tenure tenure) {
		warmUp(store, new ElectionKey(namespace, "warm-up-" + UUID.randomUUID()), lease);
		this.store = new FaultInjectingLeaseStore(store);
		ElectionEngineBuilder builder = ElectionEngineBuilder.of(this.store, traits)
			.namespace(namespace)
			.timing(Ending.STEP_DOWN.timing(lease));
		for (Ending ending : Ending.values()) {
			builder.election(ending.election(), ElectionSettings.of(ending.timing(lease))
				.withTenure((ending == Ending.TENURE) ? tenure : Tenure.UNLIMITED));
		}
		this.engine = builder.build();
		// Led to the end, so that the session of this client does not end before
		this.engine.join("kept-" + UUID.randomUUID());
	}

	/** Loads classes and connects before the leases of the test begin. */
	private static void warmUp(LeaseStore store, ElectionKey key, Duration lease) {
		Nonce nonce = Nonce.random();
		Outcome outcome = store.acquire(List.of(new Acquire(key, "warm-up", nonce, lease, LeaseStore.ABSENT, 0,
				Instant.ofEpochMilli(WallClock.system().millis()), Map.of())), WARM_UP_TIMEOUT)
			.get(0);
		if (!(outcome instanceof Outcome.Granted granted)) {
			throw new IllegalStateException("A new election is not granted: " + outcome);
		}
		store.renew(List.of(new Renew(key, nonce, granted.token())), WARM_UP_TIMEOUT);
		store.release(List.of(new Release(key, nonce, granted.token())), WARM_UP_TIMEOUT);
	}

	/** Joins an election with a job for the time of its leadership. */
	void join(Ending ending, RecordedJob job) {
		Candidacy candidacy = this.engine.join(ending.election());
		LeaderElection election = candidacy.election();
		CompletableFuture<StuckTask> stuckTask = new CompletableFuture<>();
		this.candidacies.put(ending, candidacy);
		this.jobs.put(ending, job);
		this.stuckTasks.put(ending, stuckTask);
		election.addListener(new LeadershipListener() {

			@Override
			public void granted(Leadership leadership) {
				if (ending == Ending.STEP_DOWN_OF_CALL) {
					RecordedCandidate.this.callers.execute(() -> call(election, job));
				}
			}

			@Override
			public void taskStuck(StuckTask task) {
				stuckTask.complete(task);
			}

		});
		if (ending != Ending.STEP_DOWN_OF_CALL) {
			election.runWhileLeader(job);
		}
	}

	private static void call(LeaderElection election, RecordedJob job) {
		try (GuardedCall call = election.tryEnter(OnLoss.INTERRUPT)) {
			if (call != null) {
				job.run(call.leadership());
			}
		}
	}

	void start() {
		this.engine.start();
	}

	/** Loses all further requests, other than releases. */
	void cutOff() {
		StoreFault[] losses = Collections
			.nCopies(EVERY_CALL, StoreFault.failBefore(new IllegalStateException("Cut off")))
			.toArray(new StoreFault[0]);
		for (StoreOperation operation : List.of(StoreOperation.ACQUIRE, StoreOperation.RENEW, StoreOperation.OBSERVE)) {
			this.store.inject(operation, losses);
		}
	}

	/** Loses the next release and its repeat. */
	void loseRelease() {
		StoreFault loss = StoreFault.failBefore(new IllegalStateException("Release lost"));
		this.store.inject(StoreOperation.RELEASE, loss, loss);
	}

	GuardedElection election(Ending ending) {
		return GuardedElection.of(of(this.candidacies, ending).election());
	}

	void leave(Ending ending) {
		of(this.candidacies, ending).close();
	}

	RecordedJob job(Ending ending) {
		return of(this.jobs, ending);
	}

	/** Completed when the task was reported as stuck. */
	CompletableFuture<StuckTask> stuckTask(Ending ending) {
		return of(this.stuckTasks, ending);
	}

	private static <T> T of(Map<Ending, T> map, Ending ending) {
		T value = map.get(ending);
		if (value == null) {
			throw new IllegalArgumentException("Election '" + ending.election() + "' was not joined");
		}
		return value;
	}

	@Override
	public void close() {
		this.jobs.values().forEach(RecordedJob::finish);
		endElections();
		this.callers.close();
	}

	/** Ends only the elections. */
	void endElections() {
		this.engine.close();
	}

}
