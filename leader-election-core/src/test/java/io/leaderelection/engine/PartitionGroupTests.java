/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.PartitionedElection;
import io.leaderelection.TransitionCause;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests of engines over one store with equal or different numbers of partitions.
 */
class PartitionGroupTests extends EngineRig {

	private static final ElectionKey ORDERS = new ElectionKey("orders", "orders");

	private static final Duration LONG = Duration.ofMinutes(5);

	private ElectionEngine engine(int partitions) {
		return builder().partitions("orders", partitions).build();
	}

	private ElectionEngine started(int partitions) {
		ElectionEngine engine = engine(partitions);
		engine.start();
		this.time.runReady();
		return engine;
	}

	private void stop(ElectionEngine engine) {
		engine.stop();
		this.time.runReady();
	}

	private static PartitionedElection orders(ElectionEngine engine) {
		return engine.partitioned().get(0);
	}

	private static long led(ElectionEngine engine) {
		return orders(engine).partitions().stream().filter(LeaderElection::isLeader).count();
	}

	private String noted() {
		return this.store.checkpoints(ORDERS).values().get("partitions");
	}

	private void note(Map<String, String> checkpoints) {
		this.store.write(ORDERS, Checkpoints.of(this.store.checkpoints(ORDERS).version() + 1, checkpoints));
	}

	/** Writes a record as a former instance left it. */
	private void leave(int partitions) {
		stop(started(partitions));
	}

	private void assertKeepsAway(ElectionEngine engine) {
		assertThat(led(engine)).isZero();
		assertThat(orders(engine).partitions()).allSatisfy((partition) -> {
			assertThat(partition.status().state()).isEqualTo(ElectionState.PAUSED);
			assertThat(partition.status().withheldBy()).isEqualTo(Set.of(TransitionCause.PARTITIONS_UNCONFIRMED));
		});
	}

	@Test
	void firstInstanceNotesItsNumberAndLeadsAll() {
		ElectionEngine engine = started(4);
		assertThat(led(engine)).isEqualTo(4);
		assertThat(noted()).isEqualTo("4");
		assertThat(orders(engine).name()).isEqualTo("orders");
		assertThat(orders(engine).problem()).isNull();
		assertThat(engine.all()).extracting(LeaderElection::name)
			.containsExactly("orders:0", "orders:1", "orders:2", "orders:3");
		assertThat(engine.get("orders:2").leadership().map(Leadership::partition).orElseThrow()).hasValue(2);
		LeaderElection other = engine.join("other").election();
		this.time.advance(LONG);
		assertThat(other.leadership().map(Leadership::partition).orElseThrow()).isEmpty();
		assertThat(led(engine)).isEqualTo(4);
	}

	@Test
	void keyLeadsToItsPartition() {
		ElectionEngine engine = engine(32);
		LeaderElection partition = engine.partition("orders", "customer-1");
		assertThat(partition).isSameAs(engine.partition("orders", "customer-1"));
		assertThat(partition.name()).matches("orders:[0-9]+");
		assertThatIllegalArgumentException().isThrownBy(() -> engine.partition("orders", new Object()));
		assertThatIllegalArgumentException().isThrownBy(() -> engine.partition("other", "customer-1"))
			.withMessageContainingAll("'other'", "partitions");
	}

	@Test
	void nobodyContendsBeforeTheNumberIsObserved() {
		leave(4);
		this.store.failOn("observe");
		ElectionEngine engine = started(4);
		this.time.advance(LONG);
		assertKeepsAway(engine);
		assertThat(orders(engine).problem()).isNull();
		this.store.down(false);
		this.time.advance(Duration.ofSeconds(10));
		assertThat(led(engine)).isEqualTo(4);
		this.store.failOn("observe");
		this.time.advance(LONG);
		assertThat(led(engine)).as("while the store does not show the number").isEqualTo(4);
	}

	@Test
	void instancesWithOneNumberShareThePartitions() {
		ElectionEngine first = started(4);
		ElectionEngine second = started(4);
		this.time.advance(LONG);
		assertThat(led(first)).isEqualTo(4);
		assertThat(led(second)).isZero();
		first.get("orders:1").stepDown();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(led(first)).isEqualTo(3);
		assertThat(second.get("orders:1").isLeader()).isTrue();
		stop(first);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(led(second)).isEqualTo(4);
		assertThat(noted()).isEqualTo("4");
	}

	@Test
	void instanceWithAnotherNumberContendsForNothing() {
		ElectionEngine first = started(4);
		ElectionEngine other = started(3);
		this.time.advance(LONG);
		assertKeepsAway(other);
		assertThat(orders(other).problem()).contains("'orders'", "3 partitions", "4", "FORGET", "another name");
		assertThat(led(first)).isEqualTo(4);
		assertThat(orders(first).problem()).isNull();
		stop(first);
		this.time.advance(LONG);
		assertKeepsAway(other);
		assertThat(noted()).isEqualTo("4");
	}

	@Test
	void numberOutlastsAllInstances() {
		leave(4);
		ElectionEngine other = started(8);
		this.time.advance(LONG);
		assertKeepsAway(other);
		ElectionEngine same = started(4);
		this.time.advance(LONG);
		assertThat(led(same)).isEqualTo(4);
		assertThat(noted()).isEqualTo("4");
	}

	/** Two instances find no number, and one of them writes its own. */
	@ParameterizedTest
	@ValueSource(ints = { 1, 2, 3, 4, 5, 6 })
	void onlyOneOfTwoNumbersIsWritten(int started) {
		this.time.holdIo();
		ElectionEngine first = engine(4);
		ElectionEngine second = engine(3);
		first.start();
		second.start();
		for (int i = 0; i < started; i++) {
			this.time.runReady();
			this.time.advance(Duration.ofMillis(300));
		}
		this.time.releaseIo();
		this.time.advance(LONG);
		boolean firstWins = noted().equals("4");
		assertThat(led(first)).isEqualTo(firstWins ? 4 : 0);
		assertThat(led(second)).isEqualTo(firstWins ? 0 : 3);
		assertKeepsAway(firstWins ? second : first);
	}

	/** It saw no number before its grant, and then finds the one of another instance. */
	@Test
	void leaderThatFindsAnotherNumberReleases() {
		leave(4);
		note(Map.of());
		ElectionEngine engine = engine(3);
		this.store.failing((operation) -> {
			if (operation.equals("acquire")) {
				// After the first observation
				this.store.down(false);
				note(Map.of("partitions", "4"));
			}
			return null;
		});
		engine.start();
		this.time.runReady();
		this.time.advance(LONG);
		assertThat(noted()).isEqualTo("4");
		assertKeepsAway(engine);
		assertThat(orders(engine).problem()).contains("4");
		ElectionEngine same = started(4);
		this.time.advance(Duration.ofMinutes(2));
		assertThat(led(same)).isEqualTo(4);
	}

	@Test
	void instancesHandOverWhenTheNumberChangesUnderThem() {
		ElectionEngine engine = started(4);
		List<String> causes = new ArrayList<>();
		engine.addListener(
				Recorder.onRevoked((revocation) -> causes.add(revocation.election() + " " + revocation.cause())));
		note(Map.of("partitions", "5"));
		this.time.advance(Duration.ofMinutes(2));
		assertKeepsAway(engine);
		assertThat(causes).hasSize(4).contains("orders:0 PARTITIONS_UNCONFIRMED");
		note(Map.of("partitions", "4"));
		this.time.advance(Duration.ofMinutes(2));
		assertThat(led(engine)).isEqualTo(4);
		assertThat(orders(engine).problem()).isNull();
		note(Map.of());
		this.time.advance(Duration.ofMinutes(2));
		assertKeepsAway(engine);
		stop(engine);
		engine.start();
		this.time.advance(Duration.ofSeconds(10));
		assertThat(noted()).as("written by the next term").isEqualTo("4");
		assertThat(led(engine)).isEqualTo(4);
	}

	@Test
	void unreadableCheckpointsPreventContention() {
		leave(4);
		this.store.write(ORDERS, new Checkpoints(9, "garbage"));
		ElectionEngine engine = started(4);
		this.time.advance(LONG);
		assertKeepsAway(engine);
		assertThat(orders(engine).problem()).contains("not a number").doesNotContain("garbage");
		assertThat(orders(engine).forgetNumber()).isNotNull();
		this.time.advance(Duration.ofSeconds(20));
		assertThat(led(engine)).isEqualTo(4);
	}

	@Test
	void restartedInstanceLooksAgain() {
		ElectionEngine engine = started(4);
		stop(engine);
		note(Map.of("partitions", "5"));
		engine.start();
		this.time.runReady();
		this.time.advance(LONG);
		assertKeepsAway(engine);
	}

	@Test
	void electionOfTheNumberIsNotVisible() {
		ElectionEngine engine = started(4);
		stop(engine);
		List<String> received = new ArrayList<>();
		engine.addListener(Recorder.onGranted((leadership) -> received.add(leadership.election())));
		engine.start();
		this.time.advance(Duration.ofSeconds(10));
		assertThat(received).containsExactlyInAnyOrder("orders:0", "orders:1", "orders:2", "orders:3");
		assertThat(engine.find("orders")).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> engine.get("orders"))
			.withMessageContainingAll("4 partitions", "partition(");
		assertThatIllegalArgumentException().isThrownBy(() -> engine.join("orders"))
			.withMessageContaining("4 partitions");
		assertThatIllegalArgumentException().isThrownBy(() -> engine.join("orders:1"))
			.withMessageContaining("'orders:1'");
		assertThatExceptionOfType(UnknownElectionException.class).isThrownBy(() -> engine.get("orders:4"));
	}

	@Test
	void settingsOfTheElectionApplyToItsPartitions() {
		ElectionSettings settings = ElectionSettings.of(ElectionTiming.builder().lease(Duration.ofMinutes(10)).build())
			.withTenure(Tenure.of(Duration.ofHours(1)));
		ElectionEngine engine = builder().election("orders", settings.withPartitions(2)).build();
		engine.start();
		this.time.runReady();
		assertThat(engine.get("orders:1").leadership().orElseThrow().remaining()).isGreaterThan(Duration.ofMinutes(8));
		this.time.advance(Duration.ofHours(1));
		assertThat(causes(engine.get("orders:1"))).contains(TransitionCause.TENURE);
	}

	// Another number

	@Test
	void removedNumberIsWrittenByTheNextStart() {
		ElectionEngine old = started(4);
		CompletionStage<Void> removed = orders(old).forgetNumber();
		this.time.advance(LONG);
		assertThat(removed.toCompletableFuture()).isCompleted();
		assertKeepsAway(old);
		assertThat(noted()).isNull();
		stop(old);
		ElectionEngine next = started(6);
		assertThat(led(next)).isEqualTo(6);
		assertThat(noted()).isEqualTo("6");
	}

	private static String failure(CompletionStage<Void> removed) {
		assertThat(removed.toCompletableFuture()).isCompletedExceptionally();
		return removed.toCompletableFuture().handle((done, ex) -> ex.getMessage()).join();
	}

	/** Requests another number, which is refused within a time. */
	private void assertNotForgotten(ElectionEngine engine, Duration within, String... reasons) {
		CompletionStage<Void> removed = orders(engine).forgetNumber();
		this.time.advance(within);
		assertThat(failure(removed)).contains(reasons);
	}

	/** It leads nothing, so it is seen only when it could. */
	@Test
	void numberIsNotRemovedWhileAFollowerHasIt() {
		ElectionEngine keeper = started(4);
		ElectionEngine follower = started(4);
		assertThat(led(keeper)).isEqualTo(4);
		assertNotForgotten(keeper, LONG, "was not removed", follower.instance(), "'orders:", "Stop the instances");
		assertThat(noted()).isEqualTo("4");
		assertThat(led(keeper) + led(follower)).isEqualTo(4);
		stop(follower);
		this.time.advance(Duration.ofSeconds(5));
		assertThat(led(keeper)).isEqualTo(4);
	}

	@Test
	void numberIsNotRemovedWhileAnotherInstanceLeadsAPartition() {
		ElectionEngine keeper = started(4);
		ElectionEngine other = started(4);
		keeper.get("orders:2").stepDown();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(other.get("orders:2").isLeader()).isTrue();
		assertNotForgotten(keeper, Duration.ofMillis(10), "instance " + other.instance() + " leads 'orders:2'");
		assertThat(led(keeper)).isEqualTo(3);
		assertThat(noted()).isEqualTo("4");
	}

	/** A partition that exists only with the noted number. */
	@Test
	void numberIsNotReplacedWhileARecordOfADeadInstanceIsLive() {
		leave(6);
		ElectionEngine engine = started(4);
		ElectionKey key = new ElectionKey("orders", "orders:5");
		Outcome.Free free = (Outcome.Free) this.store.observe(List.of(key), Duration.ofSeconds(1)).get(0);
		this.store.acquire(List.of(new Acquire(key, "dead", Nonce.random(), Duration.ofSeconds(15), free.token(),
				free.token(), Instant.EPOCH, Map.of())), Duration.ofSeconds(1));
		this.time.advance(Duration.ofSeconds(14));
		assertNotForgotten(engine, Duration.ofMillis(10), "instance dead leads 'orders:5'");
		assertThat(noted()).isEqualTo("6");
		this.time.advance(Duration.ofSeconds(1));
		CompletionStage<Void> replaced = orders(engine).forgetNumber();
		this.time.advance(Duration.ofSeconds(30));
		assertThat(replaced.toCompletableFuture()).isCompleted();
		assertThat(led(engine)).isEqualTo(4);
	}

	@Test
	void removalWaitsForTheWorkOfTheOwnPartitions() {
		ElectionEngine engine = started(4);
		GuardedCall work = enter(engine.get("orders:1"), OnLoss.CONTINUE);
		CompletionStage<Void> removed = orders(engine).forgetNumber();
		this.time.advance(Duration.ofSeconds(18));
		assertThat(removed.toCompletableFuture()).isNotDone();
		work.close();
		this.time.advance(Duration.ofSeconds(20));
		assertThat(removed.toCompletableFuture()).isCompleted();
		assertThat(noted()).isNull();
	}

	@Test
	void secondRemovalAtATimeIsRefused() {
		leave(4);
		ElectionEngine engine = started(6);
		CompletionStage<Void> first = orders(engine).forgetNumber();
		CompletionStage<Void> second = orders(engine).forgetNumber();
		this.time.runReady();
		assertThat(failure(second)).contains("already");
		this.time.advance(Duration.ofSeconds(20));
		assertThat(first.toCompletableFuture()).isCompleted();
	}

	@Test
	void removalFailsWhenTheInstanceStops() {
		ElectionEngine engine = started(4);
		CompletionStage<Void> removed = orders(engine).forgetNumber();
		this.time.advance(Duration.ofSeconds(3));
		stop(engine);
		assertThat(failure(removed)).contains("stopped");
		assertThat(noted()).isEqualTo("4");
		assertThat(failure(orders(engine).forgetNumber())).isNotEmpty();
		engine.start();
		this.time.advance(Duration.ofSeconds(5));
		assertThat(led(engine)).isEqualTo(4);
	}

	@Test
	void forgottenNumberIsWrittenAgainAfterARestart() {
		ElectionEngine engine = started(4);
		orders(engine).forgetNumber();
		this.time.runReady();
		stop(engine);
		engine.start();
		this.time.runReady();
		assertThat(led(engine)).isEqualTo(4);
	}

	@Test
	void numberWithoutAKeeperIsReplacedOnRequest() {
		leave(4);
		ElectionEngine engine = started(6);
		assertKeepsAway(engine);
		CompletionStage<Void> replaced = orders(engine).forgetNumber();
		this.time.advance(Duration.ofSeconds(14));
		assertThat(replaced.toCompletableFuture()).isNotDone();
		assertThat(noted()).isEqualTo("4");
		this.time.advance(Duration.ofSeconds(5));
		assertThat(replaced.toCompletableFuture()).isCompleted();
		assertThat(led(engine)).isEqualTo(6);
		assertThat(noted()).isEqualTo("6");
		assertThat(orders(engine).problem()).isNull();
		this.time.advance(LONG);
		assertThat(led(engine)).isEqualTo(6);
	}

	@Test
	void numberThatIsKeptIsNotReplaced() {
		ElectionEngine old = started(4);
		ElectionEngine engine = started(6);
		this.time.advance(Duration.ofSeconds(10));
		assertNotForgotten(engine, LONG, old.instance());
		assertKeepsAway(engine);
		assertThat(led(old)).isEqualTo(4);
	}

	@ParameterizedTest
	@CsvSource({ "observe, did not answer in time", "acquire, not granted in time" })
	void replacementFailsIfTheStoreDoesNotAnswer(String operation, String reason) {
		leave(4);
		ElectionEngine engine = started(6);
		this.store.failOn(operation);
		assertNotForgotten(engine, Duration.ofMinutes(2), reason);
		this.store.down(false);
		this.time.advance(LONG);
		assertKeepsAway(engine);
		assertThat(noted()).isEqualTo("4");
	}

	/** The stop ends the first one, whose timer still runs. */
	@Test
	void replacementThatAStopEndedDoesNotEndTheNextOne() {
		leave(4);
		ElectionEngine engine = started(6);
		this.store.failOn("acquire");
		CompletionStage<Void> first = orders(engine).forgetNumber();
		this.time.advance(Duration.ofSeconds(18));
		assertThat(first.toCompletableFuture()).as("it replaces the number").isNotDone();
		stop(engine);
		assertThat(failure(first)).contains("stopped");
		this.store.down(false);
		engine.start();
		this.time.advance(Duration.ofSeconds(1));
		CompletionStage<Void> second = orders(engine).forgetNumber();
		this.time.advance(Duration.ofSeconds(10));
		CompletionStage<Void> third = orders(engine).forgetNumber();
		this.time.runReady();
		assertThat(failure(third)).contains("already");
		this.time.advance(Duration.ofSeconds(20));
		assertThat(second.toCompletableFuture()).isCompleted();
		assertThat(led(engine)).isEqualTo(6);
	}

	@Test
	void numberIsRemovedOnlyByItsKeeper() {
		started(4);
		ElectionEngine follower = started(4);
		this.time.advance(Duration.ofSeconds(10));
		assertThat(orders(follower).forgetNumber().toCompletableFuture()).isCompletedExceptionally();
		assertThat(failure(orders(engine(4)).forgetNumber())).contains("does not keep");
	}

	@Test
	void removalThatIsNotConfirmedIsReported() {
		ElectionEngine engine = started(4);
		this.store.failOn("renew");
		assertNotForgotten(engine, Duration.ofMinutes(1), "unknown");
		this.store.down(false);
		this.time.advance(LONG);
		assertThat(led(engine)).isEqualTo(4);
	}

	// Without a store

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void withoutAStoreAllPartitionsAreLedOrNone(boolean leads) {
		ElectionEngineBuilder mode = leads ? ElectionEngineBuilder.alwaysLeading()
				: ElectionEngineBuilder.neverLeading();
		try (ElectionEngine engine = mode.partitions("orders", 3).build()) {
			engine.start();
			assertThat(led(engine)).isEqualTo(leads ? 3 : 0);
			assertThat(engine.all()).hasSize(3);
			assertThat(orders(engine).forgetNumber().toCompletableFuture()).isCompletedExceptionally();
		}
	}

	// Bad input

	@ParameterizedTest
	@ValueSource(ints = { -1, 0, 1025 })
	void numberOutOfRangeIsRejected(int partitions) {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().partitions("orders", partitions))
			.withMessageContainingAll("'orders'", String.valueOf(partitions), "1 to 1024");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a/b", "orders:1" })
	void illegalNameIsRefused(String name) {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().partitions(name, 4));
	}

	@Test
	void nameTooLongForItsPartitionsIsRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().partitions("x".repeat(239), 4));
	}

	@Test
	void settingsOfOnePartitionAreRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> builder().election("orders:1", ElectionSettings.DEFAULT))
			.withMessageContaining("'orders:1'");
	}

	@Test
	void storeWithoutCheckpointsIsRefused() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> builder(ListedStore.PLAIN).partitions("orders", 4).build())
			.withMessageContainingAll("'orders'", "'plain'", "another store");
	}

	/**
	 * Removes the number, as a person does while an instance is cut off or stopped, and
	 * starts an instance with another number.
	 */
	private void numberChangesUnseen() {
		note(Map.of("partitions", "2"));
		this.store.down(false);
		assertThat(led(started(2))).isEqualTo(2);
	}

	/** Lets time pass in small steps, and expects that an instance leads so many. */
	private void assertLedThroughout(ElectionEngine engine, long number) {
		for (int i = 0; i < 6000; i++) {
			this.time.advance(Duration.ofMillis(20));
			assertThat(led(engine)).as("after %d ms", 20 * i).isEqualTo(number);
		}
	}

	@Test
	@DisplayName("An instance that was cut off observes the number before it contends again")
	void instanceThatWasCutOffObservesTheNumberAgain() {
		ElectionEngine engine = started(4);
		assertThat(led(engine)).isEqualTo(4);
		this.store.down(true);
		this.time.advance(Duration.ofSeconds(40));
		assertThat(led(engine)).isZero();
		numberChangesUnseen();
		assertLedThroughout(engine, 0);
		assertKeepsAway(engine);
	}

	@Test
	void followerThatWasCutOffObservesTheNumberAgain() {
		ElectionEngine leader = started(4);
		ElectionEngine follower = started(4);
		assertThat(led(leader)).isEqualTo(4);
		this.store.down(true);
		stop(leader);
		this.time.advance(Duration.ofSeconds(40));
		numberChangesUnseen();
		assertLedThroughout(follower, 0);
		assertKeepsAway(follower);
	}

	@Test
	@DisplayName("A process that was stopped observes the number before it contends again")
	void instanceThatWasStoppedObservesTheNumberAgain() {
		ElectionEngine engine = started(4);
		this.time.freeze(Duration.ofSeconds(40));
		numberChangesUnseen();
		assertLedThroughout(engine, 0);
		assertKeepsAway(engine);
	}

	@Test
	void followerThatWasStoppedObservesTheNumberAgain() {
		ElectionEngine leader = started(4);
		ElectionEngine follower = started(4);
		stop(leader);
		this.time.freeze(Duration.ofSeconds(40));
		numberChangesUnseen();
		assertLedThroughout(follower, 0);
	}

	@Test
	void lostPartitionCostsTheOthersNothing() {
		ElectionEngine engine = started(4);
		this.store.delete(new ElectionKey("orders", "orders:1"));
		this.time.advance(Duration.ofSeconds(6));
		assertThat(led(engine)).isEqualTo(3);
		long tokens = engine.get("orders:2").leadership().orElseThrow().fencingToken();
		this.time.advance(LONG);
		assertThat(led(engine)).isEqualTo(4);
		assertThat(engine.get("orders:2").leadership().orElseThrow().fencingToken()).isEqualTo(tokens);
	}

	@Test
	void briefOutageCostsNothing() {
		ElectionEngine engine = started(4);
		this.time.advance(Duration.ofSeconds(20));
		this.store.down(true);
		// Shorter than the lease without its margin and a renewal interval, because the
		// last renewal may be as old as that
		this.time.advance(Duration.ofSeconds(6));
		this.store.down(false);
		assertLedThroughout(engine, 4);
	}

}
