/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.work.LibraryNotes;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of elections that this instance leads, including those of this library,
 * and the action that removes them.
 */
final class CheckpointDetails implements ElectionDetails {

	@Override
	public Map<String, Object> fields(LeaderElection election, boolean showValues) {
		View view = View.of(election);
		Map<String, Object> fields = new LinkedHashMap<>();
		if (!view.values().isEmpty()) {
			fields.put("checkpoints", UntrustedText.shownCheckpoints(view.values(), showValues));
		}
		if (view.problem() != null) {
			fields.put("checkpointProblem", view.problem());
		}
		return fields;
	}

	@Override
	public Map<String, String> problems(LeaderElection election) {
		String problem = View.of(election).problem();
		return (problem != null) ? Map.of("checkpoints", problem) : Map.of();
	}

	@Override
	public ElectionAction action() {
		return new ElectionAction("FORGET", "checkpoint", "Name one, or * for all of the election",
				ForgottenCheckpoint::remove, ForgottenCheckpoint::removeNumber);
	}

	/**
	 * The checkpoints of an election as its leader reads them.
	 *
	 * @param values the checkpoints by name; empty if this instance does not lead
	 * @param problem why they cannot be read, or {@code null}
	 */
	private record View(Map<String, String> values, @Nullable String problem) {

		static View of(LeaderElection election) {
			Leadership term = election.leadership().orElse(null);
			if (term == null) {
				return new View(Map.of(), null);
			}
			try {
				Map<String, String> values = new HashMap<>(term.checkpoints());
				// An election of another implementation has no checkpoints of this
				// library
				if (term instanceof LibraryNotes.Bearer bearer) {
					values.putAll(bearer.libraryNotes().notes());
				}
				return new View(values, null);
			}
			catch (IllegalStateException ex) {
				return new View(Map.of(), ex.getMessage());
			}
		}

	}

}
