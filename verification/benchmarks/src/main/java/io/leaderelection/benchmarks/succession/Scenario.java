/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The ways in which a leader leaves, and other measurements. The name in lower case, with
 * hyphens, is an argument of the run.
 */
enum Scenario {

	/** The leader steps down on request and continues to run. */
	STEP_DOWN("until the next leads, from the request"),

	/** The first handover of both processes. */
	FIRST_STEP_DOWN("until the next leads, from the first request to a new process"),

	/** The application of the leader is closed. */
	CLOSE("until the next leads, from the start of the closing"),

	/** The leader's process receives SIGKILL. */
	CRASH("until the next leads, from SIGKILL"),

	/** The leader's process receives SIGSTOP, and SIGCONT after the next one leads. */
	FREEZE("until the next leads, from SIGSTOP"),

	/**
	 * The network drops the data of both the leader and the store, at default timings.
	 */
	BLACK_HOLE("until the next leads, from the cut"),

	/** The process that runs a guarded job receives SIGKILL between two calls. */
	JOB_CRASH("until another process runs the job, from SIGKILL"),

	/** The process that runs a guarded job receives SIGKILL inside a call. */
	JOB_CRASH_INSIDE("until another process runs the job, from SIGKILL inside it"),

	/** A guarded call in the process that may execute it. */
	CALL("a guarded call"),

	/** A scheduled job that runs once per tick, at default timings. */
	TICK("a tick"),

	/** Many elections, at default timings. */
	SCALE("many elections");

	private final String measured;

	Scenario(String measured) {
		this.measured = measured;
	}

	/** Returns the scenarios for libraries with leaders. */
	static Set<Scenario> ofLeaders() {
		return EnumSet.of(STEP_DOWN, FIRST_STEP_DOWN, CLOSE, CRASH, FREEZE, BLACK_HOLE, SCALE);
	}

	/** Returns the scenarios for libraries with a single election. */
	static Set<Scenario> ofSingleElections() {
		return EnumSet.of(STEP_DOWN, FIRST_STEP_DOWN, CLOSE, CRASH, FREEZE, BLACK_HOLE);
	}

	/** Returns the scenarios for libraries that guard calls. */
	static Set<Scenario> ofGuards() {
		return EnumSet.of(JOB_CRASH, JOB_CRASH_INSIDE, CALL);
	}

	ScenarioRun run() {
		return switch (this) {
			case STEP_DOWN -> new StepDownRun();
			case FIRST_STEP_DOWN -> new FirstStepDownRun();
			case CLOSE -> new CloseRun();
			case CRASH -> new CrashRun();
			case FREEZE -> new FreezeRun();
			case BLACK_HOLE -> new BlackHoleRun();
			case JOB_CRASH -> new JobCrashRun("call", "ran");
			case JOB_CRASH_INSIDE -> new JobCrashRun("call-and-stay", "inside");
			case CALL -> new CallRun();
			case TICK -> new TickRun();
			case SCALE -> new ScaleRun();
		};
	}

	/**
	 * Returns what the figures measure.
	 * @return a description for people
	 */
	String measured() {
		return this.measured;
	}

	static Scenario parse(String text) {
		return Arrays.stream(values())
			.filter((scenario) -> scenario.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Unknown scenario '" + text + "'. Use one of "
					+ Arrays.stream(values()).map(Scenario::toString).collect(Collectors.joining(", "))));
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
