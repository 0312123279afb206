/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.DetachedCall;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link DetachedCall} in stepped time.
 */
class DetachedCallTests extends EngineRig {

	private final ElectionEngine engine = builder().build();

	private final List<String> cancelled = new ArrayList<>();

	private final LeaderElection election = this.engine.join("billing").election();

	@BeforeEach
	void lead() {
		lead(this.engine, "billing");
	}

	@AfterEach
	void leaveNothingBehind() {
		assertThat(Leadership.findCurrent()).isEmpty();
		assertThat(Thread.interrupted()).isFalse();
	}

	private EnteredCall enter(OnLoss onLoss) {
		return enter(this.election, onLoss);
	}

	private DetachedCall detached(String name, OnLoss onLoss) {
		return enter(onLoss).detach(() -> this.cancelled.add(name));
	}

	private void lose() {
		this.store.delete(KEY);
		this.time.advance(TIMING.renewInterval());
		assertThat(this.election.isLeader()).isFalse();
	}

	@Test
	void detachLeavesTheThreadAndTheWorkContinues() {
		EnteredCall call = enter(OnLoss.INTERRUPT);
		DetachedCall detached = call.detach(() -> this.cancelled.add("work"));
		assertThat(Leadership.findCurrent()).isEmpty();
		assertThat(detached.leadership().fencingToken()).isEqualTo(call.leadership().fencingToken());
		assertThat(detached.leadership().isValid()).isTrue();
		lose();
		assertThat(call.interrupted()).isFalse();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void interruptedCallIsInterruptedAgainOnLoss() {
		EnteredCall call = enter(OnLoss.INTERRUPT);
		call.interrupt();
		assertThat(Thread.interrupted()).isTrue();
		lose();
		assertThat(Thread.interrupted()).as("interrupted again").isTrue();
		call.close();
	}

	@Test
	void enclosingTermIsBoundAgain() {
		EnteredCall outer = enter(OnLoss.INTERRUPT);
		Leadership enclosing = Leadership.current();
		detached("inner", OnLoss.INTERRUPT).close();
		assertThat(Leadership.current()).isSameAs(enclosing);
		outer.close();
	}

	@Test
	void rule08HandoverWaitsForDetachedWork() throws Exception {
		DetachedCall work = detached("work", OnLoss.INTERRUPT);
		CompletableFuture<Void> done = this.election.stepDown().toCompletableFuture();
		this.time.advance(Duration.ofSeconds(12));
		assertThat(done).isNotDone();
		assertThat(this.store.count("release")).isZero();
		assertThat(work.leadership().isValid()).isTrue();
		Thread other = new Thread(work::close);
		other.start();
		other.join();
		this.time.runReady();
		work.close();
		assertThat(done).isCompleted();
		assertThat(this.store.count("release")).isOne();
		assertThat(this.cancelled).isEmpty();
	}

	@Test
	void handoverWaitsForWorkDetachedMeanwhile() {
		EnteredCall call = enter(OnLoss.INTERRUPT);
		CompletableFuture<Void> done = this.election.stepDown().toCompletableFuture();
		DetachedCall work = call.detach(() -> this.cancelled.add("work"));
		this.time.advance(Duration.ofSeconds(1));
		assertThat(done).isNotDone();
		work.close();
		assertThat(done).isCompleted();
		assertThat(this.store.count("release")).isOne();
	}

	@Test
	void lossCancelsOnceAndTheCandidateWaitsForTheWork() {
		DetachedCall work = detached("work", OnLoss.INTERRUPT);
		detached("ended before", OnLoss.INTERRUPT).close();
		lose();
		assertThat(this.cancelled).containsExactly("work");
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.election.isLeader()).as("the former work still runs").isFalse();
		work.close();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(this.cancelled).containsExactly("work");
	}

	@Test
	void rule08DrainTimeoutCancelsAndTheLeaseIsNotReleased() {
		DetachedCall work = detached("work", OnLoss.INTERRUPT);
		DetachedCall stubborn = detached("stubborn", OnLoss.CONTINUE);
		CompletableFuture<Void> done = this.election.stepDown().toCompletableFuture();
		this.time.advance(TIMING.drainTimeout().minusMillis(1));
		assertThat(this.cancelled).isEmpty();
		this.time.advance(Duration.ofMillis(1));
		assertThat(this.cancelled).containsExactly("work");
		work.close();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.store.count("release")).isZero();
		assertThat(this.election.isLeader()).isFalse();
		stubborn.close();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(done).isCompleted();
	}

	@Test
	void workDetachedAfterTheLossIsCancelledAtOnce() {
		EnteredCall call = enter(OnLoss.INTERRUPT);
		EnteredCall stubborn = enter(OnLoss.CONTINUE);
		lose();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		stubborn.detach(() -> this.cancelled.add("stubborn")).close();
		DetachedCall work = call.detach(() -> this.cancelled.add("work"));
		assertThat(call.interrupted()).isTrue();
		assertThat(this.cancelled).containsExactly("work");
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		work.close();
	}

	@Test
	void callIsDetachedOnceAndNotAfterItsEnd() {
		EnteredCall call = enter(OnLoss.INTERRUPT);
		DetachedCall work = call.detach(() -> {
		});
		assertThatIllegalStateException().isThrownBy(() -> call.detach(() -> {
		})).withMessageContaining("'billing'");
		call.close();
		CompletableFuture<Void> done = this.election.stepDown().toCompletableFuture();
		assertThat(done).as("close() of a detached call ends nothing").isNotDone();
		work.close();
		assertThat(done).isCompleted();
		this.time.advance(Duration.ofSeconds(10));
		EnteredCall ended = enter(OnLoss.INTERRUPT);
		ended.close();
		assertThatIllegalStateException().isThrownBy(() -> ended.detach(() -> {
		}));
	}

	@Test
	void throwingCancellationAffectsNoOther() {
		DetachedCall bad = enter(OnLoss.INTERRUPT).detach(() -> {
			throw new AssertionError("from the test");
		});
		DetachedCall good = detached("good", OnLoss.INTERRUPT);
		EnteredCall late = enter(OnLoss.INTERRUPT);
		lose();
		assertThat(this.cancelled).containsExactly("good");
		late.detach(() -> {
			throw new IllegalStateException("from the test");
		}).close();
		bad.close();
		good.close();
	}

	@Test
	void interruptCancelsOnceUnlessTheWorkHasEnded() {
		DetachedCall work = detached("work", OnLoss.CONTINUE);
		DetachedCall ended = detached("ended", OnLoss.INTERRUPT);
		ended.close();
		ended.interrupt();
		work.interrupt();
		work.interrupt();
		this.time.runReady();
		assertThat(this.cancelled).containsExactly("work");
		assertThat(this.election.isLeader()).isTrue();
		work.close();
	}

	@Test
	void cancellationMayEndTheWorkItself() {
		List<DetachedCall> work = new ArrayList<>();
		work.add(enter(OnLoss.INTERRUPT).detach(() -> work.get(0).close()));
		lose();
		this.time.advance(TIMING.lease().plusSeconds(5));
		assertThat(this.election.isLeader()).isTrue();
	}

}
