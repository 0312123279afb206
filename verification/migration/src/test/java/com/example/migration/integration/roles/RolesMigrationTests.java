/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.integration.roles;

import io.leaderelection.task.LeaderElectionIntegrationAutoConfiguration;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.integration.support.SmartLifecycleRoleController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(classes = InvoicesApplication.class,
		properties = "leader-election.elections.billing.lease-duration=15s")
@LeaderElectionTest
@ImportAutoConfiguration(LeaderElectionIntegrationAutoConfiguration.class)
@ExtendWith(OutputCaptureExtension.class)
class RolesMigrationTests {

	@Autowired
	private SmartLifecycleRoleController roles;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void roleStartsAndStopsWithTheElection(CapturedOutput output) {
		assertThat(this.roles.noEndpointsRunning("billing")).isTrue();
		this.leaderElection.grant("billing");
		await().until(() -> output.getOut().contains("bills an invoice"));
		assertThat(output).contains("leads");
		this.leaderElection.revoke("billing");
		await().until(() -> this.roles.noEndpointsRunning("billing"));
	}

}
