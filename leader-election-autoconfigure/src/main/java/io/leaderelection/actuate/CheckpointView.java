/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.HashMap;
import java.util.Map;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.work.LibraryNotes;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of an election as its leader reads them.
 *
 * @param values the checkpoints by name, including those of this library; empty if this
 * instance does not lead
 * @param problem why they cannot be read, or {@code null}
 */
record CheckpointView(Map<String, String> values, @Nullable String problem) {

	static CheckpointView of(LeaderElection election) {
		Leadership term = election.leadership().orElse(null);
		if (term == null) {
			return new CheckpointView(Map.of(), null);
		}
		try {
			Map<String, String> values = new HashMap<>(term.checkpoints());
			// An election of another implementation has no checkpoints of this library
			if (term instanceof LibraryNotes.Bearer bearer) {
				values.putAll(bearer.libraryNotes().notes());
			}
			return new CheckpointView(values, null);
		}
		catch (IllegalStateException ex) {
			return new CheckpointView(Map.of(), ex.getMessage());
		}
	}

	@Nullable Map<String, String> shown(boolean withValues) {
		return this.values.isEmpty() ? null : UntrustedText.shownCheckpoints(this.values, withValues);
	}

}
