/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import io.leaderelection.ElectionState;

/**
 * The table of legal changes of state.
 */
final class LegalTransitions {

	private static final Map<ElectionState, Set<ElectionState>> TABLE = new EnumMap<>(ElectionState.class);

	static {
		TABLE.put(ElectionState.STOPPED, EnumSet.of(ElectionState.FOLLOWER, ElectionState.PAUSED));
		TABLE.put(ElectionState.PAUSED, EnumSet.of(ElectionState.FOLLOWER, ElectionState.STOPPED));
		TABLE.put(ElectionState.FOLLOWER, EnumSet.of(ElectionState.PENDING, ElectionState.LEADER,
				ElectionState.SUSPENDED, ElectionState.PAUSED, ElectionState.STOPPED));
		TABLE.put(ElectionState.PENDING, EnumSet.of(ElectionState.LEADER, ElectionState.SUSPENDED,
				ElectionState.FOLLOWER, ElectionState.DRAINING));
		TABLE.put(ElectionState.LEADER, EnumSet.of(ElectionState.FOLLOWER, ElectionState.DRAINING));
		TABLE.put(ElectionState.SUSPENDED, EnumSet.of(ElectionState.FOLLOWER, ElectionState.DRAINING));
		TABLE.put(ElectionState.DRAINING, EnumSet.of(ElectionState.FOLLOWER, ElectionState.SUSPENDED,
				ElectionState.PAUSED, ElectionState.STOPPED));
	}

	private LegalTransitions() {
	}

	static void check(String election, ElectionState from, ElectionState to) {
		if (!isLegal(from, to)) {
			throw new IllegalStateException(
					"Election '" + election + "' cannot go from " + from + " to " + to + ". This is a bug");
		}
	}

	static boolean isLegal(ElectionState from, ElectionState to) {
		return TABLE.getOrDefault(from, Set.of()).contains(to);
	}

}
