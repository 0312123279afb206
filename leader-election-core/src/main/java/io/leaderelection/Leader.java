/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.time.Instant;
import java.util.Map;

/**
 * A candidate that leads an election.
 *
 * @param id its candidate id
 * @param since when it requested its term, by its own wall clock: for display, and to
 * compare terms roughly
 * @param fencingToken the token of its term
 * @param metadata its metadata; never {@code null}
 */
public record Leader(String id, Instant since, long fencingToken, Map<String, String> metadata) {

	public Leader {
		metadata = Map.copyOf(metadata);
	}

}
