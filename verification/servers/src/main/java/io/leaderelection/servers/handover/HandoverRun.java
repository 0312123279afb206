/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.leaderelection.TransitionCause;
import io.leaderelection.engine.Tenure;
import io.leaderelection.history.FencedResource;
import io.leaderelection.history.Invariant;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Runs handovers from one candidate to another, with a different end of each term. All
 * run at the same time, so that they take no longer than the longest one.
 */
final class HandoverRun implements AutoCloseable {

	static final String FORMER = "former";

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	/** Long enough for the successor to be a follower by then. */
	private static final Duration TENURE = Duration.ofSeconds(3);

	private static final Duration NEVER_REACHED = Duration.ofDays(1);

	private final Callable<LeaseStore> stores;

	private final StoreTraits traits;

	private final Duration lease;

	private final String namespace = "handover-" + UUID.randomUUID();

	private final Map<Ending, FencedResource> registers = new EnumMap<>(Ending.class);

	private final Map<Former, RecordedCandidate> formers = new EnumMap<>(Former.class);

	private final WorkerPool closers = TimeSystem.system().workers("closing", Former.values().length);

	private HandoverRun(Callable<LeaseStore> stores, StoreTraits traits, Duration lease) {
		this.stores = stores;
		this.traits = traits;
		this.lease = lease;
	}

	/**
	 * Runs all handovers.
	 * @param stores opens a client of the store
	 * @param traits the traits of the store
	 * @param lease the lease duration
	 * @return the handovers
	 * @throws Exception if a store cannot be opened, or a step does not happen in time
	 */
	static Map<Ending, Handover> run(Callable<LeaseStore> stores, StoreTraits traits, Duration lease) throws Exception {
		try (HandoverRun run = new HandoverRun(stores, traits, lease)) {
			return run.run();
		}
	}

	private Map<Ending, Handover> run() throws Exception {
		for (Former former : Former.values()) {
			RecordedCandidate candidate = candidate(Tenure.of(TENURE));
			this.formers.put(former, candidate);
			Ending.of(former).forEach((ending) -> candidate.join(ending, job(ending, FORMER, ending.stopping())));
			candidate.start();
		}
		for (Ending ending : Ending.values()) {
			await(former(ending).job(ending).begun(), "first leader of " + ending);
		}
		try (RecordedCandidate successor = candidate(Tenure.of(NEVER_REACHED))) {
			follow(successor);
			List<CompletableFuture<Void>> closings = endTerms();
			for (Ending ending : Ending.values()) {
				await(successor.job(ending).begun(), "successor of " + ending);
			}
			Ending.stuck().forEach((ending) -> former(ending).job(ending).finish());
			for (Ending ending : Ending.values()) {
				await(former(ending).job(ending).ended(), "end of the job of " + ending);
			}
			for (CompletableFuture<Void> closing : closings) {
				await(closing, "end of a candidate that was closed");
			}
			successor.endElections();
			Map<Ending, Handover> handovers = new EnumMap<>(Ending.class);
			for (Ending ending : Ending.values()) {
				handovers.put(ending, handover(ending, successor.job(ending)));
			}
			return handovers;
		}
	}

	private RecordedCandidate candidate(Tenure tenure) throws Exception {
		return new RecordedCandidate(this.stores.call(), this.traits, this.namespace, this.lease, tenure);
	}

	private RecordedJob job(Ending ending, String writer, Stopping stopping) {
		return new RecordedJob(register(ending), writer, stopping);
	}

	private void follow(RecordedCandidate successor) throws InterruptedException {
		for (Ending ending : Ending.values()) {
			successor.join(ending, job(ending, "successor", Stopping.AT_ONCE));
		}
		successor.start();
		for (Ending ending : Ending.values()) {
			if (!successor.election(ending).awaitLeader(PATIENCE)) {
				throw new IllegalStateException("The successor knows no leader of " + ending);
			}
		}
	}

	/** Ends all terms, except for the tenure, which ends by itself. */
	private List<CompletableFuture<Void>> endTerms() {
		former(Former.CUT_OFF).cutOff();
		RecordedCandidate staying = former(Former.STAYING);
		staying.election(Ending.STEP_DOWN).stepDown();
		staying.election(Ending.STEP_DOWN_OF_CALL).stepDown();
		staying.election(Ending.STALL).stepDown(Duration.ofMinutes(10), TransitionCause.STALLED);
		staying.election(Ending.PAUSE).pause();
		staying.election(Ending.UNHEALTHY).withhold(TransitionCause.INELIGIBLE);
		staying.leave(Ending.LEAVE);
		staying.election(Ending.STUCK_STEP_DOWN).stepDown();
		staying.leave(Ending.STUCK_LEAVE);
		RecordedCandidate unreleased = former(Former.UNRELEASED);
		unreleased.loseRelease();
		unreleased.leave(Ending.UNRELEASED_LEAVE);
		return List.of(CompletableFuture.runAsync(former(Former.CLOSING)::endElections, this.closers),
				CompletableFuture.runAsync(former(Former.ABANDONED)::endElections, this.closers));
	}

	private Handover handover(Ending ending, RecordedJob successor) throws Exception {
		RecordedCandidate candidate = former(ending);
		RecordedJob job = candidate.job(ending);
		return new Handover(ending, job.runs(), await(job.ended(), "job of " + ending),
				await(successor.ended(), "job of the successor of " + ending),
				candidate.election(ending).status().transitions(), candidate.stuckTask(ending), register(ending));
	}

	private FencedResource register(Ending ending) {
		return this.registers.computeIfAbsent(ending, (absent) -> new FencedResource(HandoverRun::violated));
	}

	private static void violated(Invariant invariant, String message) {
		throw new IllegalStateException(invariant + ": " + message);
	}

	private RecordedCandidate former(Ending ending) {
		return former(ending.former());
	}

	private RecordedCandidate former(Former former) {
		return Objects.requireNonNull(this.formers.get(former));
	}

	private static <T extends @Nullable Object> T await(Future<T> future, String what) throws Exception {
		try {
			return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException("Still waiting for the " + what + " after " + PATIENCE, ex);
		}
	}

	@Override
	public void close() {
		this.formers.values().forEach(RecordedCandidate::close);
		this.closers.close();
	}

}
