/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Map;

import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.time.Moment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for releases of terms that nobody leads.
 */
class UndoTests {

	private static final Nonce FIRST = new Nonce(0, 1);

	private static final Nonce SECOND = new Nonce(0, 2);

	private static final long SOON = 10;

	private final Undo undo = undo();

	private static Undo undo() {
		CandidateProfile profile = new CandidateProfile(Rig.KEY, () -> "me", Rig.TIMING, Rig.GUARD_LOCK, Entropy.SYSTEM,
				Map::of);
		return new Undo(profile, new Pace(profile));
	}

	private static Release release(Nonce nonce, long token) {
		return new Release(Rig.KEY, nonce, token);
	}

	private long due() {
		return this.undo.due(null);
	}

	@Test
	void laterRequestWithTheSameNonceReplacesAnEarlierOne() {
		this.undo.request(release(FIRST, 5), SOON);
		this.undo.request(release(FIRST, 6), 3 * SOON);
		assertThat(due()).isEqualTo(3 * SOON);
		this.undo.request(release(SECOND, 5), 2 * SOON);
		assertThat(due()).isEqualTo(2 * SOON);
	}

	@Test
	void grantDropsReleasesOfItsTokenOnly() {
		this.undo.request(release(FIRST, 5), SOON);
		this.undo.request(release(SECOND, 6), 2 * SOON);
		this.undo.granted(FIRST, 5);
		assertThat(due()).isEqualTo(2 * SOON);
		this.undo.granted(SECOND, 6);
		assertThat(this.undo.isDone()).isTrue();
		assertThat(due()).isEqualTo(ElectionProtocol.NEVER);
	}

	@Test
	void releasedTermNeedsNoOtherReleaseOfItsToken() {
		this.undo.request(release(FIRST, 5), 3 * SOON);
		this.undo.request(release(SECOND, 6), 2 * SOON);
		Effect.Send<Release> late = new Effect.Send<>(1, new Moment(0, 0), 1, release(new Nonce(0, 3), 6));
		assertThat(this.undo.answered(new OpenStep(), late, new Outcome.Lost())).as("not awaited").isFalse();
		assertThat(due()).as("lost, so another nonce may be the right one").isEqualTo(2 * SOON);
		assertThat(this.undo.answered(new OpenStep(), late, new Outcome.Released())).isFalse();
		assertThat(due()).isEqualTo(3 * SOON);
	}

}
