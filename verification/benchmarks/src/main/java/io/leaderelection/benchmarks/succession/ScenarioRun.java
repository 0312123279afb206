/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Puts one contender through one scenario.
 */
interface ScenarioRun {

	/**
	 * Runs it.
	 * @param stage gives candidates
	 * @param results takes what was measured
	 * @throws Exception if a candidate fails
	 */
	void run(Stage stage, Results results) throws Exception;

}
