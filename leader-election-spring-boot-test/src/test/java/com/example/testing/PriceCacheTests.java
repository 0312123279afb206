/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.testing;

import java.time.Duration;

import io.leaderelection.LeaderElections;
import io.leaderelection.TransitionCause;
import io.leaderelection.event.LeaderElectionEvent;
import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.test.LeaderElectionTest;
import io.leaderelection.test.LeaderElectionTestSupport;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(properties = "leader-election.elections.prices.cool-down=1m")
@LeaderElectionTest
class PriceCacheTests {

	@Autowired
	private PriceCache cache;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private LeaderElectionTestSupport leaderElection;

	@Test
	void isWarmOnTheLeader() {
		this.leaderElection.grant("prices");
		assertThat(this.cache.isWarm()).isTrue();
		this.leaderElection.revoke("prices");
		assertThat(this.cache.isWarm()).isFalse();
		assertThat(this.leaderElection.events()).extracting(LeaderElectionEvent::getElection).containsOnly("prices");
		assertThat(this.leaderElection.events(LeadershipRevokedEvent.class)).singleElement()
			.extracting(LeadershipRevokedEvent::getCause)
			.isEqualTo(TransitionCause.LOST);
	}

	@Test
	void isColdForAMinuteAfterAHandover() {
		this.leaderElection.grant("prices");
		this.elections.get("prices").stepDown();
		this.leaderElection.settle();
		assertThat(this.cache.isWarm()).isFalse();
		this.leaderElection.advance(Duration.ofSeconds(59));
		assertThat(this.cache.isWarm()).isFalse();
		this.leaderElection.advance(Duration.ofSeconds(2));
		assertThat(this.cache.isWarm()).isTrue();
	}

}
