/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import io.leaderelection.Leader;
import io.leaderelection.LeaderChange;
import org.jspecify.annotations.Nullable;

/**
 * Reports changes of the known leader.
 */
final class LeaderChanges {

	private final String election;

	private @Nullable Leader reported;

	LeaderChanges(String election) {
		this.election = election;
	}

	void report(OpenStep step, @Nullable Leader leader) {
		Leader reported = this.reported;
		if (!isSameTerm(leader, reported)) {
			step.add(new Effect.ChangeLeader(new LeaderChange(this.election, reported, leader)));
		}
		this.reported = leader;
	}

	private static boolean isSameTerm(@Nullable Leader one, @Nullable Leader other) {
		if (one == null || other == null) {
			return one == null && other == null;
		}
		return one.fencingToken() == other.fencingToken() && one.id().equals(other.id());
	}

}
