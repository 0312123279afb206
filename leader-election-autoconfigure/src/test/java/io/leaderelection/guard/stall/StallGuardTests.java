/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.stall;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.BrokenLog;
import io.leaderelection.ElectionState;
import io.leaderelection.OnLoss;
import io.leaderelection.TransitionCause;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.guard.CallCompanion;
import io.leaderelection.guard.Contexts;
import io.leaderelection.guard.Declared;
import io.leaderelection.guard.GuardCall;
import io.leaderelection.guard.Guards;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.testkit.FaultInjectingLeaseStore;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import io.leaderelection.testkit.StoreFault;
import io.leaderelection.testkit.StoreOperation;
import io.leaderelection.time.Scheduler;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mockito.Mockito;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@Timeout(40)
@ExtendWith(OutputCaptureExtension.class)
class StallGuardTests {

	private static final Duration MAX = Duration.ofSeconds(30);

	private static final Duration COOL_DOWN = Duration.ofMinutes(2);

	private static final Scheduler CLOSED = Mockito.mock(Scheduler.class, (call) -> {
		throw new RejectedExecutionException("from the test");
	});

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final FaultInjectingLeaseStore store = new FaultInjectingLeaseStore(this.memory.open());

	private final GuardedElection election = lead();

	private GuardedElection lead() {
		ElectionEngine engine = ElectionEngineBuilder.of(this.store, this.memory.traits())
			.namespace("orders")
			.time(this.time)
			.build();
		GuardedElection election = GuardedElection.of(engine.join("billing").election());
		engine.start();
		this.time.runDue();
		assertThat(election.isLeader()).isTrue();
		return election;
	}

	private GuardCall enter(OnLoss onLoss) {
		GuardCall call = begin(onLoss, this.time.newScheduler());
		assertThat(call.tryEnter()).isTrue();
		assertThat(call.admit()).isTrue();
		return call;
	}

	private GuardCall begin(OnLoss onLoss, Scheduler scheduler, CallCompanion.OfMethod... before) {
		List<CallCompanion.OfMethod> companions = new ArrayList<>(List.of(before));
		companions.add(new StallGuard("Job.run()", this.election, onLoss, MAX, COOL_DOWN, scheduler));
		return Guards.of(this.election, onLoss, companions.toArray(CallCompanion.OfMethod[]::new)).begin((key) -> null);
	}

	private boolean hasStalled() {
		return this.election.status()
			.transitions()
			.stream()
			.anyMatch((transition) -> transition.cause() == TransitionCause.STALLED);
	}

	@Test
	void callThatTakesTooLongIsInterruptedAndEndsTheTerm(CapturedOutput output) {
		GuardCall call = enter(OnLoss.INTERRUPT);
		this.time.advance(MAX.minusMillis(1));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(this.election.isLeader()).isTrue();
		this.time.advance(Duration.ofMillis(1));
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(this.election.status().state()).isEqualTo(ElectionState.DRAINING);
		assertThat(hasStalled()).isTrue();
		assertThat(output).contains("Job.run() has been running for over 30000 ms").contains("StallGuardTests");
		call.completed();
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(Guards.isInterrupted(call)).isTrue();
		this.time.advance(COOL_DOWN.minusSeconds(1));
		assertThat(this.election.status().state()).isEqualTo(ElectionState.FOLLOWER);
		this.time.advance(Duration.ofSeconds(5));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void rule18BrokenLogDoesNotKeepAStalledLeader() {
		GuardCall call = enter(OnLoss.INTERRUPT);
		try (BrokenLog broken = new BrokenLog(StallGuard.class.getName())) {
			assertThatIllegalStateException().isThrownBy(() -> this.time.advance(MAX));
		}
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		this.time.runDue();
		assertThat(this.election.status().state()).isEqualTo(ElectionState.DRAINING);
		call.completed();
	}

	@Test
	void rule18CallThatCannotBeWatchedDelaysNoHandover() {
		GuardCall call = begin(OnLoss.INTERRUPT, CLOSED);
		assertThat(call.tryEnter()).isTrue();
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(call::admit);
		CompletableFuture<Void> handover = this.election.stepDown().toCompletableFuture();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(handover).isCompleted();
	}

	@Test
	void rule18AdmittedCallThatCannotBeWatchedEnds() {
		List<String> ends = new ArrayList<>();
		GuardCall call = begin(OnLoss.INTERRUPT, CLOSED, (entered) -> new CallCompanion() {

			@Override
			public void endAndLeave(boolean interrupted, Runnable leave) {
				ends.add(interrupted ? "interrupted" : "finished");
				leave.run();
			}

			@Override
			public void returned() {
				ends.add("returned");
			}

			@Override
			public void endAndLeaveSoon(boolean interrupted, Runnable leave) {
				ends.add("work ended");
			}

		});
		assertThat(call.tryEnter()).isTrue();
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(call::admit);
		assertThat(ends).as("the tick is not noted as finished").containsExactly("interrupted");
		CompletableFuture<Void> handover = this.election.stepDown().toCompletableFuture();
		this.time.advance(Duration.ofSeconds(2));
		assertThat(handover).isCompleted();
	}

	@Test
	void callThatTakesTooLongEndsAnUnconfirmedTerm() {
		GuardCall call = enter(OnLoss.CONTINUE);
		this.time.advance(MAX.minusMillis(600));
		StoreFault unheard = StoreFault.failBefore(new IllegalStateException("from the test"));
		this.store.inject(StoreOperation.RENEW, unheard, unheard, unheard);
		this.time.wallClock().advance(Duration.ofSeconds(1));
		this.time.advance(Duration.ofMillis(599));
		assertThat(this.election.status().unconfirmed()).isTrue();
		this.time.advance(Duration.ofMillis(1));
		assertThat(hasStalled()).isTrue();
		call.completed();
	}

	@Test
	void callThatEndsInTimeChangesNothing() {
		GuardCall call = enter(OnLoss.INTERRUPT);
		this.time.advance(MAX.minusMillis(1));
		call.completed();
		this.time.advance(MAX);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(Guards.isInterrupted(call)).isFalse();
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void callWithContinueIsNotInterrupted() {
		GuardCall call = enter(OnLoss.CONTINUE);
		this.time.advance(MAX);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(hasStalled()).isTrue();
		assertThat(this.election.status().state()).isEqualTo(ElectionState.DRAINING);
		call.completed();
		this.time.runDue();
		assertThat(this.election.status().state()).isEqualTo(ElectionState.FOLLOWER);
	}

	@Test
	void workOnOtherThreadsIsWatchedToItsEnd() {
		AtomicInteger cancelled = new AtomicInteger();
		GuardCall call = enter(OnLoss.INTERRUPT);
		call.detach(cancelled::incrementAndGet);
		call.completed();
		this.time.advance(MAX.minusMillis(1));
		assertThat(cancelled).hasValue(0);
		this.time.advance(Duration.ofMillis(1));
		assertThat(cancelled).hasValue(1);
		assertThat(hasStalled()).isTrue();
		call.closeWork();
		this.time.runDue();
		assertThat(this.election.status().state()).isEqualTo(ElectionState.FOLLOWER);
	}

	@Test
	void workThatEndedOnOtherThreadsIsForgotten() {
		GuardCall call = enter(OnLoss.INTERRUPT);
		call.detach(() -> {
		});
		call.closeWork();
		this.time.advance(MAX.multipliedBy(2));
		assertThat(this.election.isLeader()).isTrue();
	}

	@Test
	void stalledCallOfALostTermEndsNoOther() {
		GuardCall call = enter(OnLoss.CONTINUE);
		this.memory.deleteRecord(new ElectionKey("orders", "billing"));
		this.time.advance(MAX);
		assertThat(call.leadership().isValid()).isFalse();
		call.completed();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.election.isLeader()).isTrue();
		assertThat(hasStalled()).isFalse();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
			soon           | maxDuration "soon" ... Use a duration such as
			0s             | maxDuration "0s" ... above 0s
			${job.nowhere} | ${job.nowhere} ... Define the property
			2s             | maxDuration 2000ms ... operation-timeout ... 3000ms ... Raise maxDuration to 3000ms
			""")
	void invalidDurationIsRefused(String duration, String texts) {
		Declared.assertRefused(
				Contexts.following()
					.withPropertyValues("leader-election.operation-timeout=3s", "leader-election.lease-duration=15s"),
				Declared.job("@OnLeader(maxDuration = \"" + duration + "\") public void run() { }"),
				"Job.run() ... " + texts);
	}

}
