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
 * Ways in which a leader leaves, and other things to measure. The name in lower case,
 * with hyphens, is an argument of the run.
 */
enum Scenario {

	/** The leader hands over by wish and lives on. */
	STEP_DOWN("until the next leads, from the wish"),

	/** The same for the first time in both processes. */
	FIRST_STEP_DOWN("until the next leads, from the first wish of a new process"),

	/** The application of the leader is closed. */
	CLOSE("until the next leads, from the start of the closing"),

	/** The leader's process gets SIGKILL. */
	CRASH("until the next leads, from SIGKILL"),

	/** The leader's process gets SIGSTOP, and SIGCONT after the next one leads. */
	FREEZE("until the next leads, from SIGSTOP"),

	/** The network swallows what the leader and the store send, at default timings. */
	BLACK_HOLE("until the next leads, from the cut"),

	/** The process that runs a guarded job gets SIGKILL between two calls. */
	JOB_CRASH("until another process runs the job, from SIGKILL"),

	/** The process that runs a guarded job gets SIGKILL inside a call. */
	JOB_CRASH_INSIDE("until another process runs the job, from SIGKILL inside it"),

	/** A guarded call in the process that may make it. */
	CALL("a guarded call"),

	/** A scheduled job that runs once per tick, at default timings. */
	TICK("a tick"),

	/** Many elections, at default timings. */
	SCALE("many elections");

	private final String measured;

	Scenario(String measured) {
		this.measured = measured;
	}

	/** What something with leaders can be put through. */
	static Set<Scenario> ofLeaders() {
		return EnumSet.of(STEP_DOWN, FIRST_STEP_DOWN, CLOSE, CRASH, FREEZE, BLACK_HOLE, SCALE);
	}

	/** What something with one leader can be put through. */
	static Set<Scenario> ofSingleElections() {
		return EnumSet.of(STEP_DOWN, FIRST_STEP_DOWN, CLOSE, CRASH, FREEZE, BLACK_HOLE);
	}

	/** What something that guards calls can be put through. */
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
	 * What the figures are.
	 * @return words for people
	 */
	String measured() {
		return this.measured;
	}

	static Scenario parse(String text) {
		return Arrays.stream(values())
			.filter((scenario) -> scenario.toString().equals(text))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("No scenario is called '" + text + "'. There are "
					+ Arrays.stream(values()).map(Scenario::toString).collect(Collectors.joining(", "))));
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
