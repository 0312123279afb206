/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test.slice;

import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slice that includes leader election.
 */
@WebMvcTest
@LeaderElectionTest
class ElectingSliceTests {

	@Autowired
	private MockMvcTester mvc;

	@Autowired
	private LeaderElectionTestSupport support;

	@Test
	void controllersAreGuarded() {
		assertThat(this.mvc.get().uri("/report")).hasStatusOk().body().isEmpty();
		this.support.grant("reports");
		assertThat(this.mvc.get().uri("/report")).hasStatusOk().hasBodyTextEqualTo("a report");
	}

}
