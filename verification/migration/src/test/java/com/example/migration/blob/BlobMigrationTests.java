/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.blob;

import java.time.Duration;

import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = Coordination.class)
@LeaderElectionTest
@ExtendWith(OutputCaptureExtension.class)
class BlobMigrationTests {

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void taskRunsWhileItsInstanceLeads(CapturedOutput output) {
		assertThat(output).doesNotContain("coordinates others");
		this.leaderElection.grant("coordination");
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> output.getOut().contains("coordinates others"));
		this.leaderElection.revoke("coordination");
		assertThat(this.leaderElection.events(LeadershipRevokedEvent.class)).hasSize(1);
	}

}
