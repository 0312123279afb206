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

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = { MasterOrSlave.class, Coordination.class })
@LeaderElectionTest
class BlobMigrationTests {

	@Autowired
	private MasterOrSlave masterOrSlave;

	@Autowired
	private Coordination coordination;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void taskRunsWhileItsInstanceLeads() {
		assertThat(this.coordination.rounds()).isZero();
		this.leaderElection.grant("coordination");
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.coordination.rounds() > 0);
		this.leaderElection.revoke("coordination");
		assertThat(this.leaderElection.events(LeadershipRevokedEvent.class)).hasSize(1);
	}

	@Test
	void masterIsTheLeader() {
		assertThat(this.masterOrSlave.speech()).isEqualTo("I'm just a slave");
		this.leaderElection.grant("default");
		assertThat(this.masterOrSlave.speech()).isEqualTo("I'm the boss");
		this.leaderElection.expire("default");
		assertThat(this.masterOrSlave.speech()).isEqualTo("I'm just a slave");
	}

}
