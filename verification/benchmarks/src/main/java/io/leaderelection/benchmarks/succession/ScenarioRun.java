/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

/**
 * Runs one scenario with one contender.
 */
interface ScenarioRun {

	/**
	 * Runs the scenario.
	 * @param stage the source of candidates
	 * @param results receives the measurements
	 * @throws Exception if a candidate fails
	 */
	void run(Stage stage, Results results) throws Exception;

}
