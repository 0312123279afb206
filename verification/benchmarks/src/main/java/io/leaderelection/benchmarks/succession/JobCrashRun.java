/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.concurrent.ThreadLocalRandom;

/**
 * All processes call a guarded method every 20 ms; the one that runs it is killed.
 */
final class JobCrashRun implements ScenarioRun {

	/** Not so long that a lock for the length of a call runs out. */
	private static final long MORE_CALLS_MILLIS = 200;

	private final String command;

	private final String word;

	/**
	 * Creates the run.
	 * @param command starts the calls in the process that is to be killed
	 * @param word it says when it may be
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
			// At any moment of the job's period
			Thread.sleep(MORE_CALLS_MILLIS + ThreadLocalRandom.current().nextLong(60));
			long killed = one.kill();
			long ran = other.await("ran")[0];
			while (ran < killed) {
				// Where nobody leads, processes take turns
				ran = other.await("ran")[0];
			}
			results.add(Round.of((ran - killed) / 1e6));
			other.ask("close", "closed");
			other.close();
		}
	}

}
