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
import org.springframework.boot.test.autoconfigure.json.JsonTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A slice without a web layer.
 */
@JsonTest
class JsonSliceTests {

	@Test
	void noElectionsExist(@Autowired ObjectProvider<LeaderElections> elections) {
		assertThat(elections.getIfAvailable()).isNull();
	}

	@Nested
	@LeaderElectionTest
	class Electing {

		@Test
		void electionsObeyTheTest(@Autowired LeaderElections elections, @Autowired LeaderElectionTestSupport support) {
			assertThat(elections.get("reports").isLeader()).isFalse();
			support.grant("reports");
			assertThat(elections.get("reports").isLeader()).isTrue();
		}

	}

}
