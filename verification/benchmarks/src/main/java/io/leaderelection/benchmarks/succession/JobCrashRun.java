/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Calls a guarded method every 20 ms in all processes, and kills the one that runs it.
 */
final class JobCrashRun implements ScenarioRun {

	/** Short enough that a lock for the duration of a call does not expire. */
	private static final long MORE_CALLS_MILLIS = 200;

	private final String command;

	private final String word;

	/**
	 * Creates the run.
	 * @param command the command that starts the calls in the process to kill
	 * @param word the word with which the process reports that it may be killed
	 */
	JobCrashRun(String command, String word) {
		this.command = command;
		this.word = word;
	}

	@Override
	public void run(Stage stage, Results results) throws Exception {
		for (int i = 0; i < stage.arguments().rounds(); i++) {
			CandidateProcess one = stage.start();
			if (stage.contender().isOurs()) {
				one.await("leads");
			}
			CandidateProcess other = stage.start();
			Stage.settle(i);
			other.send("call");
			one.send(this.command);
			one.await(this.word);
			// At a random moment of the job's period
			Thread.sleep(MORE_CALLS_MILLIS + ThreadLocalRandom.current().nextLong(60));
			long killed = one.kill();
			long ran = other.await("ran")[0];
			while (ran < killed) {
				// Without a leader, processes take turns
				ran = other.await("ran")[0];
			}
			results.add(Round.of((ran - killed) / 1e6));
			other.ask("close", "closed");
			other.close();
		}
	}

}
