/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test.slice;

import io.leaderelection.LeaderElections;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slice without leader election, and one that includes it.
 */
@WebMvcTest
class WebSliceTests {

	@Test
	void nothingIsGuardedAndNoElectionsExist(@Autowired MockMvcTester mvc,
			@Autowired ObjectProvider<LeaderElections> elections) {
		assertThat(mvc.get().uri("/report")).hasStatusOk().hasBodyTextEqualTo("a report");
		assertThat(elections.getIfAvailable()).isNull();
	}

	@Nested
	@LeaderElectionTest
	class Electing {

		@Test
		void controllersAreGuarded(@Autowired MockMvcTester mvc, @Autowired LeaderElectionTestSupport support) {
			assertThat(mvc.get().uri("/report")).hasStatusOk().body().isEmpty();
			support.grant("reports");
			assertThat(mvc.get().uri("/report")).hasStatusOk().hasBodyTextEqualTo("a report");
		}

	}

}
