/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.after;

import io.leaderelection.LeaderElections;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = Billing.class)
@LeaderElectionTest
@ExtendWith(OutputCaptureExtension.class)
class IntegrationMigrationTests {

	@Autowired
	private Billing billing;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void candidateIsNotifiedAndHandsOver(CapturedOutput output) {
		this.billing.bill();
		assertThat(output).doesNotContain("bills");
		this.leaderElection.grant("billing");
		this.billing.bill();
		assertThat(output).contains("bills");
		this.elections.get("billing").stepDown();
		this.leaderElection.settle();
		assertThat(output).contains("no longer leads: STEP_DOWN");
	}

}
