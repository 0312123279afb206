/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import java.time.Duration;
import java.util.concurrent.FutureTask;

import io.leaderelection.LeadershipLostException;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest
@LeaderElectionTest(leading = true)
class CustomerExportTests {

	@Autowired
	private CustomerExport export;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void endsWithTheLease() throws Exception {
		FutureTask<Void> run = new FutureTask<>(() -> {
			this.export.run();
			return null;
		});
		new Thread(run).start();
		this.export.awaitBegun();
		this.leaderElection.expire("exports");
		assertThat(run).failsWithin(Duration.ofSeconds(30))
			.withThrowableThat()
			.withCauseInstanceOf(LeadershipLostException.class);
	}

}
