/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import org.junit.jupiter.api.AfterEach;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An election whose tasks run on their own threads, while the engine is in stepped time.
 */
abstract class WorkRig extends EngineRig {

	static final LeaderWorkOptions NAMED = LeaderWorkOptions.named("reconcile");

	final TaskThreads threads = new TaskThreads();

	final ElectionEngine engine = builder().build();

	final LeaderElection election = this.engine.join("billing").election();

	WorkRig() {
		this.engine.addListener(this.recorder);
	}

	@Override
	ElectionEngineBuilder builder() {
		return super.builder().time(this.time.withTaskExecutors(this.threads::open));
	}

	@AfterEach
	void stop() {
		this.engine.stop();
	}

	void lead() {
		this.engine.start();
		this.time.runReady();
		assertThat(this.election.isLeader()).isTrue();
	}

	/** Leads, and waits until a task of the term has begun. */
	TestJob lead(TestJob job, LeaderWorkOptions options) throws InterruptedException {
		lead(job, job, options);
		return job;
	}

	void lead(LeaderWork work, TestJob job, LeaderWorkOptions options) throws InterruptedException {
		this.election.runWhileLeader(work, options);
		lead();
		job.awaitBegin();
	}

	/** Waits until tasks that may end have ended, and runs the engine. */
	void settle() throws InterruptedException {
		this.threads.join();
		this.time.runReady();
	}

}
