/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.shedlock.after;

import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = Reports.class, properties = "reports.cron=0 0 3 * * *")
@LeaderElectionTest
@ExtendWith(OutputCaptureExtension.class)
class ShedLockMigrationTests {

	@Autowired
	private Reports reports;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void jobIsSkippedElsewhereAndRunsOnTheLeader(CapturedOutput output) {
		this.reports.write();
		assertThat(output).doesNotContain("writes reports");
		this.leaderElection.grant("reports");
		this.leaderElection.tick("reports");
		assertThat(output).contains("writes reports");
	}

}
