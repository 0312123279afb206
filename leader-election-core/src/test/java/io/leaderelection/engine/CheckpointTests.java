/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.leaderelection.CheckpointUnknownException;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.OnLoss;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.work.EnteredCall;
import io.leaderelection.work.LibraryNotes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for checkpoints as users of an engine write and read them.
 */
class CheckpointTests extends EngineRig {

	private ElectionEngine engine = builder().build();

	@AfterEach
	void close() {
		this.time.releaseIo();
		this.engine.close();
	}

	private LeaderElection election() {
		return follow(this.engine, "billing");
	}

	private Leadership lead() {
		return election().leadership().orElseThrow();
	}

	@Test
	void checkpointsAreWrittenAtOnceAndReadByTheNextTerm() {
		LeaderElection election = election();
		Leadership term = election.leadership().orElseThrow();
		assertThat(term.checkpoints()).isEmpty();
		note(term, "last invoice", "4711");
		note(term, "zone", "\u00e4");
		assertThat(term.checkpoints()).isEqualTo(Map.of("last invoice", "4711", "zone", "\u00e4"));
		note(term, "zone", null);
		assertThat(this.store.checkpoints(KEY)).isEqualTo(Checkpoints.of(3, Map.of("last invoice", "4711")));
		election.stepDown(Duration.ZERO);
		this.time.advance(Duration.ofSeconds(5));
		Leadership next = election.leadership().orElseThrow();
		assertThat(next).isNotSameAs(term);
		assertThat(next.checkpoints()).isEqualTo(Map.of("last invoice", "4711"));
		note(next, "more", "1");
		assertThat(this.store.checkpoints(KEY).version()).isEqualTo(4);
	}

	@Test
	void checkpointsOfSeveralThreadsAreMerged() {
		Leadership term = lead();
		long before = this.store.count("renew");
		this.time.holdIo();
		CompletableFuture<Void> first = later(term, "a", "1");
		this.time.runReady();
		CompletableFuture<Void> second = later(term, "b", "2");
		CompletableFuture<Void> third = later(term, "c", "3");
		this.time.releaseIo();
		assertThat(List.of(first, second, third)).allMatch(CompletableFuture::isDone);
		assertThat(this.store.checkpoints(KEY).values()).isEqualTo(Map.of("a", "1", "b", "2", "c", "3"));
		assertThat(this.store.count("renew") - before).isEqualTo(2);
	}

	@Test
	@DisplayName("A checkpoint that stays unknown is reported after two timeouts and may still be written")
	void unknownCheckpointIsReportedAfterTwoTimeouts() {
		Leadership term = lead();
		this.store.down(true);
		CompletableFuture<Void> note = later(term, "a", "1");
		this.time.advance(Duration.ofMillis(5900));
		assertThat(note).isNotDone();
		this.time.advance(Duration.ofMillis(200));
		assertThat(note).isCompletedExceptionally();
		assertThatExceptionOfType(CheckpointUnknownException.class).isThrownBy(() -> unwrap(note))
			.withMessageContainingAll("'a'", "billing");
		this.store.down(false);
		this.time.advance(Duration.ofSeconds(2));
		assertThat(term.checkpoints()).containsEntry("a", "1");
	}

	@Test
	void checkpointOfATermThatEndsIsLost() {
		Leadership term = lead();
		this.store.down(true);
		CompletableFuture<Void> user = later(term, "a", "1");
		CompletableFuture<Void> own = LibraryNotes.of(term).note("tick:x", "1").toCompletableFuture();
		this.store.down(false);
		this.store.delete(KEY);
		this.time.advance(Duration.ofSeconds(2));
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> unwrap(user));
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> unwrap(own));
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> term.checkpoint("b", "2"));
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> unwrap(later(term, "b", "2")));
	}

	@Test
	void interruptOnLossIsALossAndAnyOtherIsUnknown() {
		EnteredCall call = enter(election(), OnLoss.INTERRUPT);
		Leadership term = call.leadership();
		this.time.holdIo();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(CheckpointUnknownException.class).isThrownBy(() -> term.checkpoint("a", "1"));
		assertThat(Thread.interrupted()).as("still interrupted").isTrue();
		call.interrupt();
		assertThatExceptionOfType(LeadershipLostException.class).isThrownBy(() -> term.checkpoint("a", "1"));
		call.close();
		assertThat(Thread.interrupted()).isFalse();
	}

	@Test
	void checkpointIsAllowedWhileAHandoverWaitsForWork() {
		LeaderElection election = election();
		EnteredCall call = enter(election, OnLoss.INTERRUPT);
		Leadership term = call.leadership();
		CompletionStage<Void> handover = election.stepDown();
		this.time.runReady();
		note(term, "a", "1");
		CompletableFuture<Void> last = later(term, "b", "2");
		call.close();
		this.time.runReady();
		assertThat(last).isCompleted();
		assertThat(handover.toCompletableFuture()).isCompleted();
		assertThat(this.store.checkpoints(KEY).values()).isEqualTo(Map.of("a", "1", "b", "2"));
	}

	@Test
	void stageCannotBeAwaitedOnThreadsOfTheLibrary() {
		LeaderElection election = election();
		Leadership term = election.leadership().orElseThrow();
		List<Throwable> thrown = new ArrayList<>();
		Runnable waits = () -> {
			CompletableFuture<Void> stage = term.checkpointAsync("b", "2").toCompletableFuture();
			for (Callable<Void> wait : List.<Callable<Void>>of(stage::join, stage::get,
					() -> stage.get(1, TimeUnit.SECONDS))) {
				thrown.add(catchThrowable(wait::call));
			}
		};
		this.time.holdIo();
		term.checkpointAsync("a", "1").thenRun(waits);
		this.time.releaseIo();
		election.addListener(Recorder.onRevoked((revocation) -> waits.run()));
		election.stepDown(Duration.ZERO);
		this.time.runReady();
		assertThat(thrown).hasSize(6)
			.allSatisfy((ex) -> assertThat(ex).isInstanceOf(IllegalStateException.class)
				.hasMessageContaining("attach the next step"));
		assertThat(this.store.checkpoints(KEY).values()).isEqualTo(Map.of("a", "1", "b", "2"));
	}

	@Test
	void libraryNoteDoesNotWaitForApplicationCode() {
		Leadership term = lead();
		CompletableFuture<Void> user = withoutThreads(() -> term.checkpointAsync("a", "1"));
		assertThat(user).isNotDone();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(user).isCompleted();
		assertThat(withoutThreads(() -> LibraryNotes.of(term).note("tick:x", "1"))).isCompleted();
	}

	/**
	 * Lets the store answer while actions of the application occupy all threads.
	 */
	private CompletableFuture<Void> withoutThreads(Supplier<CompletionStage<Void>> note) {
		this.time.holdIo();
		CompletableFuture<Void> stage = note.get().toCompletableFuture();
		this.time.runReady();
		this.time.noThreads(true);
		this.time.releaseIo();
		this.time.noThreads(false);
		return stage;
	}

	@Test
	void tooLongCheckpointIsRejectedBeforeItIsSent() {
		Leadership term = lead();
		long before = this.store.count("renew");
		assertThatIllegalArgumentException().isThrownBy(() -> term.checkpoint("name", "x".repeat(2045)))
			.withMessageContainingAll("2049", "2048");
		for (String name : new String[] { "", "*", "tick:x", "bid:", "partitions" }) {
			assertThatIllegalArgumentException().isThrownBy(() -> term.checkpointAsync(name, "x"))
				.withMessageContaining("'" + name + "'");
		}
		LibraryNotes own = LibraryNotes.of(term);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> own.note("tick:x", "x".repeat(LibraryNotes.MAX_CHARACTERS - 5)));
		assertThatIllegalArgumentException().isThrownBy(() -> own.note("mine", "x"));
		this.time.runReady();
		assertThat(this.store.count("renew")).isEqualTo(before);
		note(term, "name", "x".repeat(2044));
		assertThat(own.note("tick:x", "x".repeat(8186)).toCompletableFuture()).satisfies((note) -> this.time.runReady())
			.isCompleted();
		assertThat(term.checkpoints()).hasSize(1);
		assertThat(own.notes()).hasSize(1);
	}

	@Test
	void brokenCheckpointsAreKeptUntilTheyAreRemoved() {
		LeaderElection election = election();
		this.store.write(KEY, new Checkpoints(5, "broken"));
		election.stepDown(Duration.ZERO);
		this.time.advance(Duration.ofSeconds(5));
		Leadership term = election.leadership().orElseThrow();
		assertThatIllegalStateException().isThrownBy(term::checkpoints).withMessageContaining("FORGET");
		assertThatIllegalStateException().isThrownBy(() -> term.checkpoint("a", "1"));
		LibraryNotes notes = LibraryNotes.of(term);
		assertThatIllegalStateException().isThrownBy(() -> notes.forget("a"));
		assertThatIllegalStateException().isThrownBy(() -> notes.find("tick:a")).withMessageContaining("FORGET");
		assertThat(this.store.checkpoints(KEY)).isEqualTo(new Checkpoints(5, "broken"));
		CompletableFuture<Void> forgotten = notes.forget(null).toCompletableFuture();
		this.time.runReady();
		assertThat(forgotten).isCompleted();
		assertThat(this.store.checkpoints(KEY)).isEqualTo(new Checkpoints(6, ""));
		note(term, "a", "1");
		assertThatIllegalArgumentException().isThrownBy(() -> notes.forget("b")).withMessageContaining("[a]");
		notes.forget("a");
		this.time.runReady();
		assertThat(term.checkpoints()).isEmpty();
	}

	@Test
	void unansweredRequestToRemoveAllIsNamedByAnAsterisk() {
		LibraryNotes notes = LibraryNotes.of(lead());
		this.store.down(true);
		CompletableFuture<Void> forgotten = notes.forget(null).toCompletableFuture();
		this.time.advance(Duration.ofMillis(6100));
		this.store.down(false);
		assertThatExceptionOfType(CheckpointUnknownException.class).isThrownBy(() -> unwrap(forgotten))
			.withMessageContaining("'*'");
	}

	@Test
	void timeOfATermCountsFromItsGrant() {
		this.time.advance(Duration.ofMinutes(1));
		LibraryNotes notes = LibraryNotes.of(lead());
		assertThat(notes.ledFor()).isZero();
		this.time.advance(Duration.ofSeconds(20));
		assertThat(notes.ledFor()).isEqualTo(Duration.ofSeconds(20));
	}

	@Test
	void storeWithoutCheckpointsRejectsThem() {
		this.engine.close();
		this.engine = builder(ListedStore.PLAIN).build();
		assertThat(this.engine.keepsCheckpoints()).isFalse();
		Leadership term = lead();
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> term.checkpoint("a", "1"))
			.withMessageContaining("billing");
		assertThat(term.checkpoints()).isEmpty();
	}

	@Test
	void engineThatLeadsAloneKeepsCheckpointsInMemory() {
		this.engine.close();
		this.engine = ElectionEngineBuilder.alwaysLeading().namespace("orders").time(this.time).build();
		LeaderElection election = election();
		note(election.leadership().orElseThrow(), "a", "1");
		election.stepDown(Duration.ZERO);
		this.time.advance(Duration.ofSeconds(5));
		assertThat(election.leadership().orElseThrow().checkpoints()).isEqualTo(Map.of("a", "1"));
	}

	private void note(Leadership term, String name, String value) {
		assertThat(later(term, name, value)).isCompleted();
	}

	private CompletableFuture<Void> later(Leadership term, String name, String value) {
		CompletableFuture<Void> stage = term.checkpointAsync(name, value).toCompletableFuture();
		this.time.runReady();
		return stage;
	}

	private static void unwrap(CompletableFuture<Void> future) throws Throwable {
		try {
			future.join();
		}
		catch (CompletionException ex) {
			throw ex.getCause();
		}
	}

}
