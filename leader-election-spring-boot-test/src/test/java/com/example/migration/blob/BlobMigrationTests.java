/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.migration.blob;

import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = MasterOrSlave.class)
@LeaderElectionTest
class BlobMigrationTests {

	@Autowired
	private MasterOrSlave masterOrSlave;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void masterIsTheLeader() {
		assertThat(this.masterOrSlave.speech()).isEqualTo("I'm just a slave");
		this.leaderElection.grant("default");
		assertThat(this.masterOrSlave.speech()).isEqualTo("I'm the boss");
		this.leaderElection.expire("default");
		assertThat(this.masterOrSlave.speech()).isEqualTo("I'm just a slave");
	}

}
