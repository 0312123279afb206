/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnceWork;
import io.leaderelection.RunOnceException;
import io.leaderelection.once.OnceRuns;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Preference;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests of work that is done once, by two instances over one store. Callers wait on their
 * own threads while the test steps time.
 */
class OnceRunsTests extends EngineRig {

	private static final ElectionKey ONCE = new ElectionKey("orders", "schema-v7").once();

	/** Longer than the steps of time while a thread waits for a processor. */
	private static final Duration LONG = Duration.ofDays(100);

	private final ElectionEngine first = engine("first");

	private final ElectionEngine second = engine("second");

	private final TaskThreads threads = new TaskThreads();

	private final List<String> done = new CopyOnWriteArrayList<>();

	private ElectionEngine engine(String instance) {
		return builder(ListedStore.TRAITS, instance).build();
	}

	private ElectionEngineBuilder builder(StoreTraits traits, String instance) {
		return builder(traits).instanceName(instance)
			.timing(ElectionTiming.builder().drainTimeout(LONG).build())
			.closeStore(false);
	}

	@AfterEach
	void close() throws Exception {
		this.first.close();
		this.second.close();
		this.threads.join();
	}

	/** Returns work that records who did it. */
	private OnceWork<RuntimeException> by(String instance) {
		return (leadership) -> this.done.add(instance + " in " + leadership.election());
	}

	/** Starts a caller on its own thread. */
	private <T> Future<T> call(Callable<T> call) {
		FutureTask<T> caller = new FutureTask<>(call);
		this.threads.open("caller").execute(caller);
		return caller;
	}

	/** Steps time until a caller is done. */
	private <T> T finish(Future<T> caller) throws Throwable {
		step(caller::isDone);
		try {
			return caller.get();
		}
		catch (ExecutionException ex) {
			throw ex.getCause();
		}
	}

	/** Runs due tasks until a condition is true. Time stands still. */
	private void settle(BooleanSupplier reached) {
		while (!reached.getAsBoolean()) {
			this.time.runReady();
			Thread.onSpinWait();
		}
	}

	private void step(BooleanSupplier reached) {
		while (!reached.getAsBoolean()) {
			this.time.advance(Duration.ofMillis(1));
			Thread.onSpinWait();
		}
	}

	/** Work that runs until the test ends it, or it is interrupted. */
	private final class SlowWork implements OnceWork<InterruptedException> {

		private final CompletableFuture<Leadership> begun = new CompletableFuture<>();

		private final CountDownLatch end = new CountDownLatch(1);

		private Future<Boolean> caller = new CompletableFuture<>();

		/** Lets the work end, and expects that its caller did it. */
		void finish() throws Throwable {
			this.end.countDown();
			assertThat(OnceRunsTests.this.finish(this.caller)).isTrue();
		}

		@Override
		public void run(Leadership leadership) throws InterruptedException {
			this.begun.complete(leadership);
			this.end.await();
			OnceRunsTests.this.done.add("slow");
		}

	}

	private SlowWork begin(ElectionEngine engine) {
		SlowWork work = new SlowWork();
		work.caller = call(() -> engine.runOnce("schema-v7", work, LONG));
		settle(work.begun::isDone);
		return work;
	}

	@Test
	void workIsDoneByOneAndNotAgain() throws Throwable {
		assertThat(finish(call(() -> this.first.runOnce("schema-v7", by("first"), LONG)))).isTrue();
		assertThat(finish(call(() -> this.first.runOnce("schema-v7", by("first"), LONG)))).isFalse();
		assertThat(finish(call(() -> this.second.runOnce("schema-v7", by("second"), LONG)))).isFalse();
		assertThat(finish(call(() -> this.second.runOnce("schema-v8", by("second"), LONG)))).isTrue();
		assertThat(this.done).containsExactly("first in schema-v7/once", "second in schema-v8/once");
		assertThat(this.store.checkpoints(ONCE).values()).containsKey(OnceRuns.DONE);
	}

	@Test
	void othersWaitUntilTheWorkIsDone() throws Throwable {
		SlowWork work = begin(this.first);
		Future<Boolean> waiter = call(() -> this.second.runOnce("schema-v7", by("second"), LONG));
		settle(() -> this.store.count("acquire") > 1);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(waiter).isNotDone();
		work.finish();
		assertThat(finish(waiter)).isFalse();
		assertThat(this.done).containsExactly("slow");
	}

	@Test
	void threadsOfOneInstanceTakeTurns() throws Throwable {
		SlowWork work = begin(this.first);
		Future<Boolean> waiter = call(() -> this.first.runOnce("schema-v7", by("first"), LONG));
		Future<Boolean> late = call(() -> this.first.runOnce("schema-v7", by("first"), Duration.ofSeconds(1)));
		assertThatExceptionOfType(RunOnceException.class).isThrownBy(() -> finish(late))
			.withMessageContaining("Another thread of this instance");
		assertThat(waiter).isNotDone();
		work.finish();
		assertThat(finish(waiter)).isFalse();
	}

	@Test
	void successorOfADeadInstanceDoesTheWork() throws Throwable {
		SlowWork work = begin(this.first);
		Future<Boolean> waiter = call(() -> this.second.runOnce("schema-v7", by("second"), LONG));
		this.store.expire(ONCE);
		assertThat(finish(waiter)).isTrue();
		assertThat(this.done).containsExactly("second in schema-v7/once");
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> finish(work.caller))
			.withMessageContainingAll("schema-v7/once", "the next leader may do it again")
			.withCauseInstanceOf(InterruptedException.class);
	}

	@Test
	void nextAttemptOfTheSameInstanceHasANewTerm() throws Throwable {
		List<Long> tokens = new CopyOnWriteArrayList<>();
		OnceWork<IOException> failing = (leadership) -> {
			tokens.add(leadership.fencingToken());
			throw new IOException("no such table");
		};
		Future<Boolean> worker = call(() -> {
			assertThatExceptionOfType(IOException.class)
				.isThrownBy(() -> this.first.runOnce("schema-v7", failing, LONG))
				.withMessage("no such table");
			return this.first.runOnce("schema-v7", (leadership) -> {
				tokens.add(leadership.fencingToken());
			}, LONG);
		});
		assertThat(finish(worker)).isTrue();
		assertThat(tokens).hasSize(2).doesNotHaveDuplicates();
	}

	@Test
	void workThatFailsInAnUnconfirmedTermKeepsItsException() throws Throwable {
		SlowWork work = new SlowWork();
		this.first.start();
		Future<Boolean> worker = call(() -> this.first.runOnce("schema-v7", (leadership) -> {
			work.run(leadership);
			throw new IOException("no such table");
		}, LONG));
		settle(work.begun::isDone);
		this.store.down(true);
		this.store.subscriptions().get(0).disconnected();
		this.time.runReady();
		assertThat(work.begun.join().isValid()).isFalse();
		work.end.countDown();
		// Time stands still, because a term that expires meanwhile interrupts the call
		settle(worker::isDone);
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> finish(worker));
		this.store.down(false);
	}

	@Test
	void workThatCallsItselfIsRejected() {
		Future<Boolean> worker = call(() -> this.first.runOnce("schema-v7",
				(leadership) -> this.first.runOnce("schema-v7", by("first"), LONG), LONG));
		assertThatIllegalStateException().isThrownBy(() -> finish(worker))
			.withMessageContainingAll("'schema-v7'", "Use another name");
	}

	@Test
	void workMayDoOtherWorkOnce() throws Throwable {
		Future<Boolean> worker = call(() -> this.first.runOnce("schema-v7",
				(leadership) -> assertThat(this.first.runOnce("schema-v8", by("first"), LONG)).isTrue(), LONG));
		assertThat(finish(worker)).isTrue();
		assertThat(this.done).containsExactly("first in schema-v8/once");
	}

	@Test
	void workThatFindsItsTermLostIsNotRecorded() {
		Future<Boolean> worker = call(() -> this.first.runOnce("schema-v7", (leadership) -> {
			throw new LeadershipLostException(leadership.election(), leadership.fencingToken(), null);
		}, LONG));
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> finish(worker))
			.withMessageContaining("may not be recorded as done");
		assertThat(this.store.checkpoints(ONCE).values()).isEmpty();
	}

	@Test
	void interruptDuringTheWorkDoesNotAffectTheRecord() throws Throwable {
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		Future<Boolean> worker = call(() -> {
			boolean did = this.first.runOnce("schema-v7", (leadership) -> Thread.currentThread().interrupt(), LONG);
			interrupted.complete(Thread.interrupted());
			return did;
		});
		assertThat(finish(worker)).isTrue();
		assertThat(interrupted).isCompletedWithValue(true);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void stopAndCloseWaitForTheWork(boolean close) throws Throwable {
		SlowWork work = begin(this.first);
		Future<Void> stopped = !close ? this.first.stop().toCompletableFuture() : call(() -> {
			this.first.close();
			return null;
		});
		this.time.advance(Duration.ofSeconds(1));
		assertThat(stopped).isNotDone();
		work.finish();
		step(stopped::isDone);
		assertThat(this.store.checkpoints(ONCE).values()).containsKey(OnceRuns.DONE);
	}

	@Test
	void instanceThatStartsPausedDoesTheWork() throws Throwable {
		ElectionEngine paused = builder(ListedStore.TRAITS, "third")
			.elections(ElectionSettings.DEFAULT.withAutoStartup(false))
			.build();
		assertThat(finish(call(() -> paused.runOnce("schema-v7", by("third"), LONG)))).isTrue();
		paused.close();
	}

	@Test
	void workMayHaveTheNameOfAPartitionedElection() throws Throwable {
		ElectionEngine divided = builder(ListedStore.TRAITS, "third").partitions("orders", 2).build();
		assertThat(finish(call(() -> divided.runOnce("orders", by("third"), LONG)))).isTrue();
		assertThat(this.done).containsExactly("third in orders/once");
		divided.close();
	}

	@Test
	void workThatOutlastsItsTermIsNotRecorded() throws Throwable {
		CompletableFuture<Leadership> begun = new CompletableFuture<>();
		Future<Boolean> worker = call(() -> this.first.runOnce("schema-v7", (leadership) -> {
			begun.complete(leadership);
			while (leadership.isValid()) {
				Thread.onSpinWait();
			}
		}, LONG));
		settle(begun::isDone);
		this.store.expire(ONCE);
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> finish(worker))
			.withMessageContaining("may not be recorded as done");
		assertThat(this.store.checkpoints(ONCE).values()).isEmpty();
	}

	@Test
	void recordIsRepeatedUntilTheStoreConfirmsIt() throws Throwable {
		SlowWork work = begin(this.first);
		this.store.down(true);
		work.end.countDown();
		settle(() -> this.done.contains("slow"));
		this.time.advance(Duration.ofSeconds(7));
		assertThat(work.caller).isNotDone();
		this.store.down(false);
		assertThat(finish(work.caller)).isTrue();
		assertThat(this.store.checkpoints(ONCE).values()).containsKey(OnceRuns.DONE);
	}

	@Test
	void waitEndsAtTheTimeoutAndNamesTheLeader() throws Throwable {
		SlowWork work = begin(this.first);
		Future<Boolean> waiter = call(() -> this.second.runOnce("schema-v7", by("second"), Duration.ofSeconds(30)));
		settle(() -> this.store.count("acquire") > 1);
		assertThatExceptionOfType(RunOnceException.class).isThrownBy(() -> finish(waiter)).satisfies((ex) -> {
			assertThat(ex.getName()).isEqualTo("schema-v7");
			assertThat(ex.getLeader().id()).isEqualTo(this.first.instance());
			assertThat(ex).hasMessageContainingAll("'schema-v7'", "PT30S", this.first.instance(), "longer timeout");
		});
		work.finish();
	}

	@Test
	void waitForASilentStoreNamesItsError() {
		this.store.down(true);
		Future<Boolean> waiter = call(() -> this.first.runOnce("schema-v7", by("first")));
		settle(() -> this.store.count("acquire") > 0);
		assertThatExceptionOfType(RunOnceException.class).isThrownBy(() -> finish(waiter))
			.withMessageContainingAll("No instance is known to do it", "down");
		this.store.down(false);
	}

	@Test
	void waitEndsWhenTheElectionsStop() throws Throwable {
		SlowWork work = begin(this.first);
		Future<Boolean> waiter = call(() -> this.second.runOnce("schema-v7", by("second"), LONG));
		settle(() -> this.store.count("acquire") > 1);
		this.second.stop();
		assertThatExceptionOfType(RunOnceException.class).isThrownBy(() -> finish(waiter))
			.withMessageContaining("stopped");
		assertThatIllegalStateException().isThrownBy(() -> this.second.runOnce("schema-v7", by("second"), LONG))
			.withMessageContaining("stopped");
		work.finish();
	}

	@Test
	void interruptEndsTheWait() throws Throwable {
		SlowWork work = begin(this.first);
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		Future<Boolean> waiter = call(() -> {
			thread.complete(Thread.currentThread());
			return this.second.runOnce("schema-v7", by("second"), LONG);
		});
		thread.join().interrupt();
		assertThatExceptionOfType(RunOnceException.class).isThrownBy(() -> finish(waiter))
			.withMessageContaining("interrupted");
		work.finish();
	}

	@Test
	void otherElectionsAreNotAffected() throws Throwable {
		List<Instant> asked = new CopyOnWriteArrayList<>();
		ElectionSettings settings = ElectionSettings.DEFAULT.withPreference(new Preference(7, false, LONG))
			.withTenure((granted) -> {
				asked.add(granted);
				return Tenure.End.NEVER;
			});
		ElectionEngine engine = builder(ListedStore.TRAITS, "third").elections(settings).build();
		engine.addListener(this.recorder);
		engine.join("billing").election().pause();
		SlowWork work = begin(engine);
		assertThat(engine.isRunning()).isFalse();
		engine.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(engine.all()).extracting("name").containsExactly("billing");
		assertThat(engine.find("schema-v7/once")).isEmpty();
		assertThat(asked).as("the tenure").isEmpty();
		assertThat(this.store.metadata(ONCE)).as("the preference").isEmpty();
		work.finish();
		assertThat(this.recorder.received).isEmpty();
		engine.close();
	}

	@Test
	void engineWithoutStoreDoesTheWorkIfItLeads() throws Throwable {
		try (ElectionEngine always = ElectionEngineBuilder.alwaysLeading().time(this.time).build();
				ElectionEngine never = ElectionEngineBuilder.neverLeading().time(this.time).build()) {
			assertThat(finish(call(() -> always.runOnce("schema-v7", by("always"), LONG)))).isTrue();
			assertThat(finish(call(() -> always.runOnce("schema-v7", by("always"), LONG)))).isFalse();
			assertThat(never.runOnce("schema-v7", by("never"))).isFalse();
		}
		assertThat(this.done).containsExactly("always in schema-v7/once");
	}

	@Test
	void storeWithoutCheckpointsIsRefused() {
		ElectionEngine engine = builder(ListedStore.PLAIN, "third").build();
		assertThatExceptionOfType(UnsupportedOperationException.class)
			.isThrownBy(() -> engine.runOnce("schema-v7", by("third")))
			.withMessageContainingAll("'schema-v7'", "'plain'", "use another store");
		engine.close();
	}

	@Test
	void illegalNameAndTimeoutThatIsNotPositiveAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.first.runOnce("schema/v7", by("first"), LONG))
			.withMessageContaining("schema/v7");
		for (Duration timeout : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.first.runOnce("schema-v7", by("first"), timeout))
				.withMessageContainingAll("'schema-v7'", timeout.toString(), "above 0s");
		}
	}

}
