/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test.slice;

import java.time.Duration;

import io.leaderelection.LeaderElections;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Endpoints, health and guards of an application whose tests are configured never to
 * lead.
 */
@SpringBootTest(properties = { "leader-election.mode=never", "leader-election.vacancy-threshold=5m",
		"management.endpoints.web.exposure.include=health,leader,leadergate",
		"management.endpoint.health.show-details=always", "management.endpoint.leader.access=unrestricted" })
@AutoConfigureMockMvc
@LeaderElectionTest
class WholeApplicationTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private LeaderElectionTestSupport support;

	@Autowired
	private LeaderElections elections;

	@Test
	void endpointsShowTheStateOfTheTest() {
		assertThat(this.mvc.get().uri("/actuator/leadergate/reports")).hasStatus(503);
		assertThat(this.mvc.get().uri("/actuator/leader/reports")).bodyJson()
			.extractingPath("$.leader.id")
			.isEqualTo(LeaderElectionTestSupport.OTHER_INSTANCE);
		this.support.grant("reports");
		assertThat(this.mvc.get().uri("/actuator/leadergate/reports")).hasStatusOk();
		assertThat(this.mvc.get().uri("/actuator/leader")).bodyJson()
			.extractingPath("$.elections.reports.leading")
			.isEqualTo(true);
		assertThat(this.mvc.get().uri("/report")).hasBodyTextEqualTo("a report");
	}

	@Test
	void endpointHandsOver() {
		this.support.grant("reports");
		assertThat(this.mvc.post()
			.uri("/actuator/leader/reports")
			.header("Content-Type", "application/json")
			.content("{\"action\":\"STEP_DOWN\"}")).hasStatusOk();
		this.support.settle();
		assertThat(this.elections.get("reports").isLeader()).isFalse();
	}

	@Test
	void healthUsesTheTimeOfTheTest() {
		this.support.grant("reports");
		this.support.advance(Duration.ofHours(1));
		assertThat(this.mvc.get().uri("/actuator/health/leader")).hasStatusOk();
		this.support.expire("reports");
		this.support.advance(Duration.ofMinutes(6));
		assertThat(this.mvc.get().uri("/actuator/health/leader")).hasStatus(503);
	}

}
