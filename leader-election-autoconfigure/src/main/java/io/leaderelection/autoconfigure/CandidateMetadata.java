/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The metadata of this candidate: the configured entries and those of the contributors,
 * which are set once all beans exist.
 */
public final class CandidateMetadata implements Supplier<Map<String, String>> {

	private final Map<String, String> configured;

	private volatile List<LeaderMetadataContributor> contributors = List.of();

	CandidateMetadata(Map<String, String> configured) {
		this.configured = configured;
	}

	void contributors(List<LeaderMetadataContributor> contributors) {
		this.contributors = List.copyOf(contributors);
	}

	@Override
	public Map<String, String> get() {
		Map<String, String> metadata = new LinkedHashMap<>(this.configured);
		this.contributors.forEach((contributor) -> contributor.contribute(metadata));
		return metadata;
	}

}
