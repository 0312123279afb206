/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The ways to distribute elections over processes. The name in lower case, with hyphens,
 * is an argument of the run.
 */
enum LoadScenario {

	/** One process with many elections. */
	ONE_PROCESS,

	/** Many processes, each with an election of its own. */
	OWN,

	/** Many processes that contend for the same election. */
	SHARED;

	static LoadScenario parse(String text) {
		return Arrays.stream(values())
			.filter((scenario) -> scenario.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unknown scenario '" + text + "'. Use one of "
					+ Arrays.stream(values()).map(LoadScenario::toString).collect(Collectors.joining(", "))));
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
