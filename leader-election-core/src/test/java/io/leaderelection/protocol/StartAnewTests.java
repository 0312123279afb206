/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;

import io.leaderelection.ElectionState;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a state machine that replaces another one, in which a step has thrown.
 */
class StartAnewTests {

	private static final Duration LEASE = Rig.TIMING.lease();

	private static final Duration ALMOST = LEASE.minusMillis(100);

	@Test
	void rule09VanishedRecordIsNotAcquiredForALease() {
		Rig rig = new Rig().lead(100).startAnew(LEASE).start();
		rig.run(ALMOST, Rig.absent());
		assertThat(rig.count(Acquire.class)).as("only that of the former machine").isOne();
		assertThat(rig.count(Observe.class)).isGreaterThan(2);
		rig.run(Duration.ofMillis(200), Rig.absent());
		assertThat(rig.count(Acquire.class)).isEqualTo(2);
	}

	@Test
	void rule09RecordThatVanishesLongAfterTheStartIsNotAcquiredForALease() {
		Rig rig = new Rig().start(Rig.held(100, LEASE)).startAnew(LEASE).start();
		// Nothing is observed while others lead
		rig.run(LEASE.plusSeconds(1), new Outcome.Unknown(new IllegalStateException("from the test")));
		Effect.Send<Acquire> blind = rig.sent(Acquire.class);
		assertThat(blind.command().seenToken()).as("no store grants an absent record to it").isEqualTo(100);
		rig.answer(blind, Rig.absent());
		rig.run(ALMOST, Rig.absent());
		assertThat(rig.sent(Acquire.class)).isEqualTo(blind);
		rig.run(Duration.ofSeconds(2), Rig.absent());
		assertThat(rig.sent(Acquire.class)).isNotEqualTo(blind);
	}

	@Test
	void rule09PredecessorOfAPendingTermIsAwaited() {
		Duration former = LEASE.multipliedBy(5);
		Rig rig = new Rig().start(Rig.pending(100, former)).startAnew(LEASE).start();
		rig.run(former.minusMillis(100), Rig.absent());
		assertThat(rig.count(Acquire.class)).as("only that of the former machine").isOne();
		rig.run(Duration.ofSeconds(2), Rig.absent());
		assertThat(rig.count(Acquire.class)).isEqualTo(2);
	}

	@Test
	void rule10NextTokenIsAboveAllThatTheFormerMachineHasSeen() {
		Rig rig = new Rig().lead(100).startAnew(LEASE).start();
		rig.run(LEASE.plusSeconds(1), Rig.absent());
		assertThat(rig.sent(Acquire.class).command().tokenFloor()).isEqualTo(100);
	}

	@Test
	void termThatIsFoundOnRecordIsReleased() {
		Rig rig = new Rig().lead(100).startAnew(LEASE).start();
		rig.tick();
		rig.answer(rig.sent(Observe.class), Rig.own(100, LEASE));
		assertThat(rig.sent(Release.class).command()).isEqualTo(new Release(Rig.KEY, new Nonce(0, 1), 100));
		assertThat(rig.leads()).isFalse();
	}

	@Test
	void rule21StoppedCandidateReleasesItsGuardLock() {
		Rig rig = new Rig(Rig.GUARD_LOCK).lead(100).startAnew(LEASE);
		assertThat(rig.machine.settled()).as("before it has looked").isFalse();
		rig.tick();
		rig.answer(rig.sent(Observe.class), Rig.own(100, LEASE));
		assertThat(rig.machine.settled()).isFalse();
		rig.answer(rig.sent(Release.class), new Outcome.Released());
		assertThat(rig.machine.settled()).isTrue();
		assertThat(rig.state()).isEqualTo(ElectionState.STOPPED);
	}

	@Test
	void rule01LateGrantOfTheFormerMachineIsUndone() {
		Rig rig = new Rig().start();
		Effect.Send<Acquire> former = rig.sent(Acquire.class);
		rig.startAnew(LEASE).start();
		rig.answer(former, Rig.granted(100));
		assertThat(rig.leads()).isFalse();
		Effect.Send<Release> undo = rig.sent(Release.class);
		assertThat(undo.command()).isEqualTo(new Release(Rig.KEY, former.command().nonce(), 100));
		assertThat(undo.id()).as("answers are told apart by it").isGreaterThan(former.id());
	}

	@Test
	void rule21UndoOfTheFormerMachineIsRepeated() {
		Rig rig = new Rig(Rig.GUARD_LOCK).start();
		Effect.Send<Acquire> acquire = rig.sent(Acquire.class);
		rig.on(new Input.Stop());
		rig.answer(acquire, Rig.granted(100));
		assertThat(rig.count(Release.class)).isOne();
		rig.startAnew(LEASE).tick();
		assertThat(rig.count(Release.class)).isEqualTo(2);
	}

	@Test
	void rule21ReleaseOfTheFormerTermIsRepeatedUntilAnswered() {
		Rig rig = new Rig(Rig.GUARD_LOCK).lead(100).startAnew(LEASE).start();
		rig.tick();
		rig.answer(rig.sent(Observe.class), Rig.own(100, LEASE));
		rig.timeOut(rig.sent(Release.class));
		long before = rig.count(Release.class);
		rig.run(Duration.ofSeconds(5));
		assertThat(rig.count(Release.class)).isGreaterThan(before);
	}

}
