/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest
@LeaderElectionTest
class NightlyReportTests {

	@Autowired
	private NightlyReport report;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void isWrittenByTheLeaderOnly() {
		this.leaderElection.tick("nightly");
		assertThat(this.report.written()).isZero();
		this.leaderElection.grant("reports");
		this.leaderElection.tick("nightly");
		assertThat(this.report.written()).isEqualTo(1);
	}

}
