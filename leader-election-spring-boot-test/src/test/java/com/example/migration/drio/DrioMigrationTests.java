/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.drio;

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

@SpringBootTest(classes = Notifications.class)
@LeaderElectionTest
@ExtendWith(OutputCaptureExtension.class)
class DrioMigrationTests {

	@Autowired
	private Notifications notifications;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void callbacksAreCalledAtTheChangeAndAtEachCheck(CapturedOutput output) {
		this.notifications.whileLeader();
		assertThat(output).doesNotContain("notifies");
		this.leaderElection.grant("notifications");
		this.notifications.whileLeader();
		assertThat(output).contains("leader, with token").contains("notifies").doesNotContain("follower:");
		this.elections.get("notifications").stepDown();
		this.leaderElection.settle();
		assertThat(output).contains("follower: STEP_DOWN");
	}

}
