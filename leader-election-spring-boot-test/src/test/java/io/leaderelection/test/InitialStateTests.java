/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(classes = LeaderElectionTestSupportTests.Application.class)
@LeaderElectionTest(leading = true)
class InitialStateTests {

	/** The elections of the first test. */
	private static LeaderElections shared;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private LeaderElectionTestSupport support;

	static boolean isSame(LeaderElections elections) {
		shared = (shared != null) ? shared : elections;
		return shared == elections;
	}

	@RepeatedTest(2)
	void leadsAllBeforeEachTest() {
		assertThat(isSame(this.elections)).isTrue();
		assertThat(this.elections.get("billing").isLeader()).isTrue();
		assertThat(this.elections.get("mail").isLeader()).isTrue();
		assertThat(this.support.events()).isEmpty();
		this.support.revoke("billing");
		this.support.expire("mail");
	}

	@Nested
	class Inherited {

		@Test
		void leadsAllInTheSameContext() {
			assertThat(isSame(InitialStateTests.this.elections)).isTrue();
			assertThat(InitialStateTests.this.elections.get("mail").isLeader()).isTrue();
		}

	}

	@Nested
	@LeaderElectionTest(leading = true, only = "billing")
	class Some {

		@Test
		void leadsTheseOnlyInTheSameContext(@Autowired LeaderElections elections) {
			assertThat(isSame(elections)).isTrue();
			assertThat(elections.get("billing").isLeader()).isTrue();
			assertThat(elections.get("mail").isLeader()).isFalse();
		}

	}

	@Nested
	@LeaderElectionTest
	class None {

		@Test
		void leadsNothingInTheSameContext(@Autowired LeaderElections elections) {
			assertThat(isSame(elections)).isTrue();
			assertThat(elections.get("billing").isLeader()).isFalse();
			assertThat(elections.get("mail").isLeader()).isFalse();
		}

	}

}
