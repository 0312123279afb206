/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.chaos.store.Stores;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ChaosPlan} and its file.
 */
class ChaosPlanTests {

	private static final PlannedRun REDIS = run("redis", PlannedRun.CLEAN, 30, List.of(), List.of("D1", "T3"));

	@Test
	void storesWithFewestFaultsComeFirst() {
		assertThat(ChaosPlan.needing(List.of())).isEqualTo(Stores.DURABLE);
		assertThat(ChaosPlan.needing(List.of(REDIS, run("local", 20), run("postgres", 2999), run("redis", 20))))
			.endsWith("local", "redis", "postgres")
			.hasSameSizeAs(Stores.DURABLE);
	}

	@Test
	void storeWithEnoughFaultsIsDone() {
		List<PlannedRun> runs = new ArrayList<>();
		for (String store : Stores.DURABLE) {
			runs.add(run(store, ChaosPlan.WANTED - 1));
			runs.add(run(store, 1));
		}
		assertThat(ChaosPlan.needing(runs)).isEmpty();
	}

	@Test
	void runsShareTheTimeThatRemains() {
		assertThat(ChaosPlan.seconds(1800, 10)).isEqualTo(135);
		assertThat(ChaosPlan.seconds(180, 1)).isEqualTo(135);
		assertThat(ChaosPlan.seconds(1800, 1)).as("not a proof by itself").isEqualTo(590);
		assertThat(ChaosPlan.seconds(120, 10)).as("one of the ten").isEqualTo(60);
		assertThat(ChaosPlan.seconds(104, 1)).isZero();
		assertThat(ChaosPlan.seconds(-1, 1)).isZero();
	}

	@Test
	void summaryAddsUpWhatAllCallsFound() {
		PlannedRun violated = run("redis", PlannedRun.NOT_CLEAN, 20, List.of("I1", "I10"), List.of("T3"));
		PlannedRun unfinished = run("mysql", PlannedRun.UNFINISHED, 0, List.of(), List.of());
		assertThat(ChaosPlan.summary(List.of(REDIS, violated, unfinished)).lines()).contains(
				"redis              50 of 3000 faults, 25 on the leader, 12 changes of leader; 1 of 2 runs clean; never seen: T3",
				"mysql              0 of 3000 faults, 0 on the leader, 0 changes of leader; 0 of 1 runs clean",
				"not-clean: redis, seed 42, violated I1, I10 (abc, Java 17, server 7.0.15)",
				"unfinished: mysql, seed 42 (abc, Java 17, server 7.0.15)")
			.hasSize(Stores.DURABLE.size() + 2);
	}

	@Test
	void writtenRunsAreRead() {
		PlannedRun violated = run("redis", PlannedRun.NOT_CLEAN, 20, List.of("I1", "I10"), List.of());
		assertThat(PlannedRun.parse(REDIS.toLine())).isEqualTo(REDIS);
		assertThat(PlannedRun.parse(violated.toLine())).isEqualTo(violated);
		assertThat(PlannedRun.HEADER.split("\t")).hasSameSizeAs(violated.toLine().split("\t"));
		assertThatIllegalArgumentException().isThrownBy(() -> PlannedRun.parse("redis\t60"))
			.withMessageContaining("redis\t60");
		assertThatIllegalArgumentException().isThrownBy(() -> PlannedRun.parse(PlannedRun.HEADER));
	}

	private static PlannedRun run(String store, int faults) {
		return run(store, PlannedRun.CLEAN, faults, List.of(), List.of());
	}

	private static PlannedRun run(String store, String outcome, int faults, List<String> violated,
			List<String> unseen) {
		return new PlannedRun("2026-01-02T03:04:05Z", store, 135, 42, outcome, faults, faults / 2, faults / 4, violated,
				unseen, "abc, Java 17, server 7.0.15");
	}

}
