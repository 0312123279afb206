/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.Objects;

import io.leaderelection.GuardedCall;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.OnLoss;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The state that a test leaves behind does not affect the next test in the same context.
 */
@SpringBootTest(classes = LeaderElectionTestSupportTests.Application.class)
@LeaderElectionTest
class LeftBehindTests {

	@Autowired
	private LeaderElectionTestSupport support;

	@Autowired
	private LeaderElections elections;

	private LeaderElection billing;

	private LeaderElection mail;

	@BeforeEach
	void find() {
		this.billing = this.elections.get("billing");
		this.mail = this.elections.get("mail");
	}

	/** Prepares the state as before each test of a class. */
	private void begin(Class<?> test) {
		this.support.begin(Objects.requireNonNull(LeaderElectionTestExecutionListener.find(test)));
	}

	@ParameterizedTest
	@ValueSource(classes = { Leading.class, Following.class })
	void longCoolDownDoesNotAffectTheNextTest(Class<?> next) {
		this.support.grant("billing");
		this.support.grant("mail");
		this.billing.stepDown(Duration.ofDays(365));
		this.support.settle();
		begin(next);
		boolean leading = next == Leading.class;
		assertThat(this.billing.isLeader()).isEqualTo(leading);
		assertThat(this.mail.isLeader()).isEqualTo(leading);
		assertThat(this.support.events()).isEmpty();
		this.support.grant("billing");
		assertThat(this.billing.isLeader()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void shortCoolDownOrExpiredLeaseCostsOthersNoTerm(boolean expired) {
		this.support.grant("billing");
		this.support.grant("mail");
		if (expired) {
			this.support.expire("billing");
		}
		else {
			this.billing.stepDown(Duration.ofMinutes(30));
			this.support.settle();
		}
		Long token = this.mail.status().fencingToken();
		begin(Leading.class);
		assertThat(this.billing.isLeader()).isTrue();
		assertThat(this.mail.status().fencingToken()).isEqualTo(token);
	}

	@Test
	void runningWorkDoesNotAffectTheNextTest() {
		this.support.grant("billing");
		try (GuardedCall call = this.billing.tryEnter(OnLoss.CONTINUE)) {
			assertThat(call).isNotNull();
			this.support.expire("billing");
			begin(Following.class);
			assertThat(this.billing.leader()).map(Leader::id).hasValue(LeaderElectionTestSupport.OTHER_INSTANCE);
		}
		this.support.grant("billing");
		assertThat(this.billing.isLeader()).isTrue();
	}

	@LeaderElectionTest(leading = true)
	static class Leading {

	}

	@LeaderElectionTest
	static class Following {

	}

}
