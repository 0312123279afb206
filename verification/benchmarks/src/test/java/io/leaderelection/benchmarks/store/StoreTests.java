/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import io.leaderelection.protocol.ElectionTiming;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StoreTests {

	/**
	 * Three renewals a second and the first attempt after the term has expired, the
	 * notifications of the client, and one poll when notifications return.
	 */
	@Test
	void theBoundFollowsFromTheTiming() {
		ElectionTiming timing = ElectionTiming.builder().build();
		assertThat(Store.POSTGRES.attemptsASecond(timing, 1)).isEqualTo(2 + 3 + 1 + 1);
		assertThat(Store.REDIS.attemptsASecond(timing, 1)).isEqualTo(5 + 3 + 1 + 1);
		// Two batches, each split into at most 21 calls, and the first election
		// separately
		assertThat(Store.POSTGRES.attemptsASecond(timing, 2000)).isEqualTo(2 + (3 * 2 + 3) * 21 + 1);
		assertThat(Store.POSTGRES.requestsASecond(timing, 1)).isEqualTo(10 * 7);
	}

	@Test
	void anInstanceIsConfiguredBySystemProperties() {
		assertThat(Store.ETCD.options("4711")).containsExactly("-Dleader-election.backend=etcd",
				"-Dleader-election.etcd.endpoints=http://127.0.0.1:4711");
		assertThat(Store.KUBERNETES.options("4711")).contains("-Dkubernetes.master=https://127.0.0.1:4711/");
	}

}
