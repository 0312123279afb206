/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import io.leaderelection.history.RunFolder;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunningTimeTests extends CheckedRun {

	private static final long MILLI = 1_000_000;

	private long ran(double from, double to) {
		RunningTime time = new Run(RunFolder.read(this.run.finish())).time;
		return time.ran("i1", SyntheticRun.nanos(from), SyntheticRun.nanos(to)) / MILLI;
	}

	@Test
	void processThatSamplesRegularlyRunsAllTheTime() {
		this.run.leads("i1.1", 10, 1000, 2000).follows("i1.1", 2001, 9000);
		assertThat(ran(500, 10_000)).isEqualTo(9500);
	}

	@Test
	void aStopIsLost() {
		this.run.follows("i1.1", 1000, 9000).fault("sigstop", "i1", 3000, 5000);
		assertThat(ran(2000, 6000)).isEqualTo(2000);
		assertThat(ran(4000, 4500)).isZero();
		assertThat(ran(4500, 6000)).isEqualTo(1000);
	}

	@Test
	void aTimeWithoutMemoryIsLost() {
		this.run.follows("i1.1", 1000, 9000).exhausted("i1.1", "heap", 3000, 5000);
		assertThat(ran(2000, 6000)).isEqualTo(2000);
	}

	@Test
	void aTimeWithoutThreadsIsNotLost() {
		this.run.follows("i1.1", 1000, 9000).exhausted("i1.1", "threads", 3000, 5000);
		assertThat(ran(2000, 6000)).isEqualTo(4000);
	}

	@Test
	void stopOfAnotherProcessIsNotLost() {
		this.run.follows("i1.1", 1000, 9000).fault("sigstop", "i2", 3000, 5000);
		assertThat(ran(2000, 6000)).isEqualTo(4000);
	}

	@Test
	void overlappingStopsAndStallsAreLostOnce() {
		this.run.follows("i1.1", 1000, 9000).fault("freeze", "i1", 3000, 5000).stalled("i1.1", 2990, 5010);
		assertThat(ran(2000, 6000)).isEqualTo(1980);
	}

	@Test
	void aPauseBetweenSamplesOfALeaderIsLost() {
		this.run.leads("i1.1", 10, 1000, 2000).leads("i1.1", 10, 2040, 3000);
		assertThat(ran(1000, 3000)).isEqualTo(1960);
	}

	@Test
	void samplerStallWhileOthersWorkIsNotLost() {
		this.run.follows("i1.1", 1000, 9000).stalled("i1.1", 3000, 5000);
		for (int i = 0; i < 100; i++) {
			this.run.refused("i1.1", 10, i, 3000.5 + 10 * i);
		}
		assertThat(ran(2000, 6000)).isEqualTo(1000 + 1000 + 1000);
	}

	@Test
	void fewSamplesCountForAMillisecondEach() {
		this.run.follows("i1.1", 500, 1000).followsSlowly("i1.1", 1000, 2000).follows("i1.1", 2000, 3000);
		assertThat(ran(500, 3000)).isEqualTo(500 + 100 + 1000);
		assertThat(ran(1000, 1500)).isEqualTo(50);
	}

	@Test
	void samplesOfALineDoNotCountForAStopInIt() {
		this.run.follows("i1.1", 500, 1000).followsSlowly("i1.1", 1000, 3000).fault("sigstop", "i1", 1200, 2800);
		assertThat(ran(1000, 3000)).isEqualTo(200);
		assertThat(ran(2800, 3000)).isEqualTo(100);
	}

	@Test
	void timeAfterTheLastSampleIsNotRunning() {
		this.run.follows("i1.1", 500, 1000);
		assertThat(ran(1000, 3000)).isEqualTo(2000);
		assertThat(ran(3000, 1000)).isZero();
	}

}
