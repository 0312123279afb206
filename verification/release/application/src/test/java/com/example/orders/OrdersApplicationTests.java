/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The application's guard under the test support of the same release.
 */
@SpringBootTest
@LeaderElectionTest
class OrdersApplicationTests {

	@Autowired
	private OrdersApplication.CleanUp cleanUp;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private LeaderElectionTestSupport support;

	@Test
	void guardedMethodRunsOnLeaderOnly() {
		LeaderElection election = this.elections.get("orders");
		int before = this.cleanUp.runs();
		this.cleanUp.run();
		assertThat(election.isLeader()).isFalse();
		assertThat(this.cleanUp.runs()).isEqualTo(before);
		this.support.grant("orders");
		this.cleanUp.run();
		assertThat(this.cleanUp.runs()).isGreaterThan(before);
	}

}
