/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.leaderelection.TransitionCause;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the checkpoints of a term, which are sent with its renewals.
 */
class OwnCheckpointsTests {

	private static final long TOKEN = 7;

	private static final Map<String, String> A = Map.of("a", "1");

	private static final Map<String, String> B = Map.of("a", "2");

	private final Rig rig = new Rig();

	@Test
	void checkpointIsSentAtOnceWithANewVersion() {
		lead(new Checkpoints(4, ""));
		Rig.assertOne(Renew.class, note(1, A));
		assertThat(carried()).isEqualTo(Checkpoints.of(5, A));
		assertThat(renewed(5)).contains(new Effect.Noted(TOKEN, 1, A));
		awaitRenewal();
		assertThat(carried()).isNull();
		renewed(5);
		assertThat(this.rig.count(Effect.CheckpointsDiffer.class)).isZero();
		assertThat(this.rig.count(Effect.Noted.class)).isEqualTo(1);
	}

	@Test
	void laterRequestsDoNotDelayAnEarlierOne() {
		lead(Checkpoints.NONE);
		note(1, Map.of("a", "1"));
		for (int i = 1; i < 50; i++) {
			note(i + 1, Map.of("a", Integer.toString(i + 1)));
			assertThat(renewed(i)).contains(new Effect.Noted(TOKEN, i, Map.of("a", Integer.toString(i))));
		}
	}

	@Test
	void lostContentIsWrittenWithALaterRequest() {
		lead(Checkpoints.NONE);
		note(1, A);
		renewed(1);
		note(2, B);
		note(3, A);
		assertThat(renewed(0)).contains(new Effect.CheckpointsDiffer(TOKEN, 2, 0));
		assertThat(this.rig.count(Effect.Noted.class)).isEqualTo(1);
		this.rig.run(Duration.ofSeconds(1));
		assertThat(renewed(4)).contains(new Effect.Noted(TOKEN, 3, A));
	}

	@Test
	void unknownCheckpointIsRepeatedWithTheSameVersion() {
		lead(Checkpoints.NONE);
		note(1, A);
		this.rig.timeOut(this.rig.sent(Renew.class));
		this.rig.run(Duration.ofSeconds(1));
		assertThat(carried()).isEqualTo(Checkpoints.of(1, A));
		assertThat(renewed(1)).contains(new Effect.Noted(TOKEN, 1, A));
	}

	@Test
	void contentAfterAnUnknownOneHasAHigherVersion() {
		lead(Checkpoints.NONE);
		note(1, A);
		Effect.Send<Renew> late = this.rig.sent(Renew.class);
		this.rig.timeOut(late);
		note(2, B);
		assertThat(carried()).isEqualTo(Checkpoints.of(2, B));
		this.rig.answer(late, granted(1));
		assertThat(this.rig.count(Effect.Noted.class)).as("confirmed by a late answer").isZero();
		assertThat(renewed(2)).contains(new Effect.Noted(TOKEN, 2, B));
	}

	@Test
	void lostContentIsWrittenAgainWithANewVersion() {
		lead(Checkpoints.NONE);
		note(1, A);
		renewed(1);
		note(2, B);
		renewed(2);
		awaitRenewal();
		assertThat(renewed(1)).contains(new Effect.CheckpointsDiffer(TOKEN, 2, 1));
		this.rig.run(Duration.ofSeconds(1));
		assertThat(carried()).isEqualTo(Checkpoints.of(3, B));
		renewed(3);
		awaitRenewal();
		assertThat(carried()).isNull();
	}

	@Test
	void lostContentOfPredecessorsIsWrittenAgain() {
		lead(Checkpoints.of(9, A));
		awaitRenewal();
		renewed(0);
		this.rig.run(Duration.ofSeconds(1));
		assertThat(carried()).isEqualTo(Checkpoints.of(10, A));
	}

	@Test
	void storeThatLosesEveryWriteIsRetriedWithAPause() {
		lead(Checkpoints.of(9, A));
		awaitRenewal();
		long before = this.rig.count(Renew.class);
		for (int i = 0; i < 100; i++) {
			renewed(0);
			this.rig.run(Duration.ofMillis(10));
		}
		assertThat(this.rig.count(Renew.class) - before).isLessThan(20);
	}

	@Test
	void contentReplacesAnUnknownHigherVersion() {
		lead(Checkpoints.NONE);
		note(1, A);
		assertThat(renewed(8)).contains(new Effect.CheckpointsDiffer(TOKEN, 1, 8));
		this.rig.run(Duration.ofSeconds(1));
		assertThat(carried()).isEqualTo(Checkpoints.of(9, A));
		assertThat(renewed(9)).contains(new Effect.Noted(TOKEN, 1, A));
	}

	@Test
	void brokenCheckpointsAreNotOverwritten() {
		lead(new Checkpoints(3, "broken"));
		awaitRenewal();
		assertThat(carried()).isNull();
		renewed(1);
		this.rig.run(Duration.ofSeconds(1));
		assertThat(this.rig.leads()).isTrue();
		assertThat(carried()).isNull();
		note(1, Map.of());
		assertThat(carried()).isEqualTo(new Checkpoints(5, ""));
	}

	@Test
	void largestVersionThatIsUnderstoodHasSuccessors() {
		lead(Checkpoints.read(Long.toString(Checkpoints.MAX_VERSION), ""));
		note(1, A);
		assertThat(carried().version()).isEqualTo(Checkpoints.MAX_VERSION + 1);
	}

	@Test
	void releaseWaitsUntilTheCheckpointIsWritten() {
		lead(Checkpoints.NONE);
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		note(1, A);
		renewed(1);
		note(2, B);
		this.rig.on(new Input.WorkEnded(TOKEN));
		for (int i = 0; i < 3; i++) {
			this.rig.timeOut(this.rig.sent(Renew.class));
			this.rig.run(Duration.ofSeconds(1));
			assertThat(this.rig.count(Release.class)).as("released without the second note").isZero();
		}
		assertThat(renewed(2)).contains(new Effect.Noted(TOKEN, 2, B));
		assertThat(this.rig.count(Release.class)).isEqualTo(1);
		assertThat(note(3, A)).isEmpty();
	}

	@Test
	void releaseComesBeforeTheLeaseEndsWithoutTheCheckpoint() {
		lead(Checkpoints.NONE);
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		note(1, A);
		this.rig.on(new Input.WorkEnded(TOKEN));
		int seconds = 0;
		while (this.rig.count(Release.class) == 0) {
			this.rig.timeOut(this.rig.sent(Renew.class));
			this.rig.run(Duration.ofSeconds(1));
			seconds++;
		}
		assertThat(seconds).isBetween(3, (int) Rig.TIMING.lease().minus(Rig.TIMING.operationTimeout()).toSeconds());
	}

	@Test
	void termWithoutCheckpointsIsReleasedAtOnce() {
		lead(Checkpoints.of(4, A));
		this.rig.on(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
		Rig.assertOne(Release.class, this.rig.on(new Input.WorkEnded(TOKEN)));
	}

	@Test
	void unconfirmedTermWritesWhenItIsConfirmed() {
		lead(Checkpoints.NONE);
		note(1, A);
		Effect.Send<Renew> before = this.rig.sent(Renew.class);
		this.rig.on(new Input.Disconnected());
		this.rig.answer(before, granted(1));
		assertThat(this.rig.count(Effect.Noted.class)).isZero();
		assertThat(renewed(1)).contains(new Effect.Noted(TOKEN, 1, A));
		assertThat(this.rig.leads()).isTrue();
	}

	@Test
	void checkpointOfAnotherTermIsIgnored() {
		lead(Checkpoints.NONE);
		assertThat(this.rig.on(new Input.Note(TOKEN - 1, 1, A))).isEmpty();
		awaitRenewal();
		this.rig.answer(this.rig.sent(Renew.class), new Outcome.Lost());
		assertThat(note(2, B))
			.noneMatch((effect) -> effect instanceof Effect.Send<?> send && send.command() instanceof Renew);
	}

	@Test
	void earlierRequestReplacesNoLaterOne() {
		lead(Checkpoints.NONE);
		note(2, B);
		note(1, A);
		renewed(1);
		assertThat(this.rig.effect(Effect.Noted.class)).isEqualTo(new Effect.Noted(TOKEN, 2, B));
		assertThat(carried()).isEqualTo(Checkpoints.of(1, B));
	}

	private void awaitRenewal() {
		this.rig.run(Rig.TIMING.renewInterval().plusMillis(10));
	}

	private void lead(Checkpoints left) {
		this.rig.start(new Outcome.Granted(TOKEN, Rig.TIMING.lease(), Duration.ZERO, left));
	}

	private List<Effect> note(long request, Map<String, String> values) {
		return this.rig.on(new Input.Note(TOKEN, request, values));
	}

	private Checkpoints carried() {
		return this.rig.sent(Renew.class).command().checkpoints();
	}

	private List<Effect> renewed(long version) {
		return this.rig.answer(this.rig.sent(Renew.class), granted(version));
	}

	private static Outcome.Granted granted(long version) {
		return new Outcome.Granted(TOKEN, Rig.TIMING.lease(), Duration.ZERO, new Checkpoints(version, ""));
	}

}
