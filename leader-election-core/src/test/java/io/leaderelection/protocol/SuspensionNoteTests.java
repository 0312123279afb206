/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionState;
import io.leaderelection.Suspension;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how a state machine follows the note that suspends its election.
 */
class SuspensionNoteTests {

	private static final Duration LEASE = Rig.TIMING.lease();

	private static final Map<String, String> NOTE = Map.of("suspended", "invoice migration");

	private final Rig rig = new Rig();

	private long version = 4;

	private static Outcome granted(long version, Map<String, String> values, Duration notBefore) {
		return new Outcome.Granted(7, LEASE, notBefore, Checkpoints.of(version, values));
	}

	/** Answers the last renewal with the version that it carries. */
	private void renewed() {
		Effect.Send<Renew> renew = this.rig.sent(Renew.class);
		Checkpoints carried = renew.command().checkpoints();
		this.version = (carried != null) ? carried.version() : this.version;
		this.rig.answer(renew, granted(this.version, Map.of(), Duration.ZERO));
	}

	private ElectionState state() {
		return this.rig.machine.standing().state();
	}

	private void lead() {
		this.rig.start(granted(4, Map.of(), Duration.ZERO));
		assertThat(state()).isEqualTo(ElectionState.LEADER);
	}

	private void suspended() {
		this.rig.start(granted(4, NOTE, Duration.ZERO));
		assertThat(state()).isEqualTo(ElectionState.SUSPENDED);
	}

	private void note(long request, Map<String, String> values) {
		this.rig.on(new Input.Note(7, request, values));
	}

	@Test
	void grantWithTheNoteBeginsNoWork() {
		suspended();
		assertThat(this.rig.count(Effect.Grant.class)).isZero();
		assertThat(this.rig.effect(Effect.Suspend.class).term().token()).isEqualTo(7);
		assertThat(this.rig.machine.standing().leads(this.rig.ticker, this.rig.wall)).isFalse();
		assertThat(this.rig.machine.standing().valid(7, this.rig.ticker, this.rig.wall)).isFalse();
		this.rig.run(Duration.ofSeconds(6));
		renewed();
		this.rig.run(LEASE.minusSeconds(6));
		assertThat(state()).as("it keeps the lease").isEqualTo(ElectionState.SUSPENDED);
	}

	@Test
	void pendingTermWithTheNoteWaitsAndIsSuspended() {
		this.rig.start(granted(4, NOTE, Duration.ofSeconds(2)));
		assertThat(state()).isEqualTo(ElectionState.PENDING);
		this.rig.run(Duration.ofMillis(1990));
		assertThat(state()).isEqualTo(ElectionState.PENDING);
		this.rig.run(Duration.ofMillis(20));
		assertThat(state()).isEqualTo(ElectionState.SUSPENDED);
		assertThat(this.rig.count(Effect.Grant.class)).isZero();
	}

	@Test
	@DisplayName("Checkpoints that are not understood never prevent leadership, whatever they contain")
	void brokenCheckpointsDoNotSuspend() {
		this.rig.start(new Outcome.Granted(7, LEASE, Duration.ZERO, new Checkpoints(4, "suspended=x|~")));
		assertThat(state()).isEqualTo(ElectionState.LEADER);
	}

	@Test
	void leaderDrainsAndNotesAtOnce() {
		lead();
		note(1, NOTE);
		assertThat(state()).isEqualTo(ElectionState.DRAINING);
		assertThat(this.rig.effect(Effect.Revoke.class).cause()).isEqualTo(TransitionCause.SUSPENDED);
		assertThat(this.rig.sent(Renew.class).command().checkpoints().values()).isEqualTo(NOTE);
		renewed();
		assertThat(state()).as("its work still runs").isEqualTo(ElectionState.DRAINING);
		this.rig.on(new Input.WorkEnded(7));
		assertThat(state()).isEqualTo(ElectionState.SUSPENDED);
		assertThat(this.rig.count(Release.class)).isZero();
		assertThat(this.rig.machine.quiet()).isTrue();
	}

	@Test
	@DisplayName("It is suspended only when the note is written, and never leads while that is unknown")
	void unwrittenNoteKeepsItDrainingUntilTheDeadline() {
		lead();
		note(1, NOTE);
		this.rig.on(new Input.WorkEnded(7));
		this.rig.timeOut(this.rig.sent(Renew.class));
		this.rig.run(Duration.ofSeconds(2));
		assertThat(state()).isEqualTo(ElectionState.DRAINING);
		this.rig.run(LEASE);
		assertThat(state()).as("the term is over").isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.rig.count(Release.class)).isZero();
		assertThat(this.rig.count(Effect.Grant.class)).isOne();
	}

	@Test
	void workThatDoesNotEndLeavesTheNoteToTheSuccessor() {
		lead();
		note(1, NOTE);
		renewed();
		for (int i = 0; i < 10 && state() == ElectionState.DRAINING; i++) {
			this.rig.run(Duration.ofSeconds(5));
			renewed();
		}
		assertThat(state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.rig.effect(Effect.Transit.class).transition().cause()).isEqualTo(TransitionCause.DRAIN_TIMEOUT);
		assertThat(this.rig.count(Release.class)).isZero();
	}

	@Test
	@DisplayName("The removal of the note ends the suspension once it is written, with another term")
	void removedNoteReleasesTheLease() {
		suspended();
		note(1, Map.of());
		assertThat(state()).as("not known to be removed").isEqualTo(ElectionState.SUSPENDED);
		assertThat(this.rig.machine.quiet()).isFalse();
		this.rig.timeOut(this.rig.sent(Renew.class));
		this.rig.run(Duration.ofSeconds(2));
		assertThat(state()).isEqualTo(ElectionState.SUSPENDED);
		renewed();
		assertThat(state()).isEqualTo(ElectionState.DRAINING);
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		assertThat(state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.rig.count(Acquire.class)).as("it contends at once").isEqualTo(2);
		assertThat(this.rig.count(Effect.Grant.class)).isZero();
		assertThat(this.rig.count(Effect.Revoke.class)).isZero();
	}

	@Test
	void noteThatIsWithdrawnDuringTheDrainEndsInARelease() {
		lead();
		note(1, NOTE);
		note(2, Map.of());
		renewed();
		renewed();
		this.rig.on(new Input.WorkEnded(7));
		assertThat(this.rig.count(Release.class)).isOne();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void handoverTakesPrecedenceOverASuspension(boolean suspended) {
		if (suspended) {
			suspended();
		}
		else {
			lead();
			note(1, NOTE);
			renewed();
		}
		this.rig.on(new Input.Pause(TransitionCause.PAUSED));
		this.rig.on(new Input.WorkEnded(7));
		this.rig.answer(this.rig.sent(Release.class), new Outcome.Released());
		assertThat(state()).isEqualTo(ElectionState.PAUSED);
	}

	@Test
	void lostSuspendedTermIsNotRevoked() {
		suspended();
		this.rig.run(Duration.ofSeconds(6));
		this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost());
		assertThat(state()).isEqualTo(ElectionState.FOLLOWER);
		assertThat(this.rig.count(Effect.Revoke.class)).isZero();
		assertThat(this.rig.count(Effect.Interrupt.class)).isZero();
	}

	@Test
	void noteThatTheStoreLostIsWrittenAgain() {
		suspended();
		this.rig.run(Duration.ofSeconds(6));
		this.rig.answer(this.rig.sent(Renew.class), granted(3, Map.of(), Duration.ZERO));
		this.rig.run(Duration.ofSeconds(2));
		Checkpoints carried = this.rig.sent(Renew.class).command().checkpoints();
		assertThat(List.of(carried.values())).containsExactly(NOTE);
		assertThat(carried.version()).isGreaterThan(4);
		assertThat(state()).isEqualTo(ElectionState.SUSPENDED);
	}

	@Test
	void noteIsReadAsItWasWrittenWithoutControlCharacters() {
		Instant since = Instant.parse("2026-11-28T10:15:30Z");
		assertThat(SuspensionNote.parse(SuspensionNote.format(since, "one", "bad invoices")))
			.isEqualTo(new Suspension(since, "one", "bad invoices"));
		assertThat(SuspensionNote.parse(SuspensionNote.format(since, "o\u001bne", "bad\ninvoices")))
			.isEqualTo(new Suspension(since, "o ne", "bad invoices"));
	}

	@Test
	void noteOfAnotherProgramSuspendsWithItsTextAsTheReason() {
		assertThat(SuspensionNote.parse(null)).isEqualTo(new Suspension(null, null, ""));
		assertThat(SuspensionNote.parse("by hand")).isEqualTo(new Suspension(null, null, "by hand"));
		String partly = SuspensionNote.format(Instant.EPOCH, "one", "why").replaceFirst("reason", "cause");
		assertThat(SuspensionNote.parse(partly)).isEqualTo(new Suspension(null, null, partly));
		assertThat(SuspensionNote.parse("x".repeat(Suspension.MAX_REASON + 1)).reason()).hasSize(Suspension.MAX_REASON);
	}

	@Test
	void checkpointsThatAreNotUnderstoodSuspendNothing() {
		assertThat(SuspensionNote.in(Checkpoints.of(1, NOTE))).isEqualTo("invoice migration");
		assertThat(SuspensionNote.in(Checkpoints.of(1, Map.of("other", "suspended")))).isNull();
		assertThat(SuspensionNote.in(new Checkpoints(1, "suspended, but broken"))).isNull();
		assertThat(SuspensionNote.in(Checkpoints.NONE)).isNull();
	}

}
