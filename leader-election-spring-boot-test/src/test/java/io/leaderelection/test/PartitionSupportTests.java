/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for applications with a divided election.
 */
@SpringBootTest(classes = PartitionSupportTests.Application.class,
		properties = "leader-election.elections.orders.partitions=8")
@LeaderElectionTest
class PartitionSupportTests {

	@Autowired
	private LeaderElections elections;

	@Autowired
	private LeaderElectionTestSupport support;

	@Autowired
	private Shipping shipping;

	private long led() {
		return this.elections.all().stream().filter(LeaderElection::isLeader).count();
	}

	@Test
	void applicationBeginsWithoutPartitions() {
		assertThat(led()).isZero();
		assertThat(this.elections.all()).hasSize(8)
			.allSatisfy((partition) -> assertThat(partition.status().withheldBy()).isEmpty());
		assertThat(this.shipping.ship("customer-1")).isNull();
	}

	@Test
	void partitionOfAKeyIsGrantedAndRevoked() {
		String partition = this.elections.partition("orders", "customer-1").name();
		this.support.grant(partition);
		assertThat(led()).isOne();
		assertThat(this.shipping.ship("customer-1")).isEqualTo("customer-1");
		assertThat(this.support.events(LeadershipGrantedEvent.class)).extracting(LeadershipGrantedEvent::getElection)
			.containsExactly(partition);
		this.support.revoke(partition);
		assertThat(this.shipping.ship("customer-1")).isNull();
	}

	@Test
	void allPartitionsFollowTheNameOfTheElection() {
		this.support.grant("orders");
		assertThat(led()).isEqualTo(8);
		this.support.revoke("orders");
		assertThat(led()).isZero();
		assertThat(this.support.events(LeadershipRevokedEvent.class)).hasSize(8);
		this.support.grant("orders");
		this.support.expire("orders:5");
		assertThat(this.elections.get("orders:5").isLeader()).isFalse();
	}

	/** Partitions are spread, but the other instance never bids for one. */
	@Test
	void nothingMovesWithoutTheTest() {
		this.support.grant("orders");
		this.support.advance(Duration.ofMinutes(10));
		assertThat(led()).isEqualTo(8);
		this.support.revoke("orders:3");
		this.support.advance(Duration.ofMinutes(10));
		assertThat(led()).isEqualTo(7);
		assertThat(this.elections.get("orders:3").isLeader()).isFalse();
	}

	@Nested
	@LeaderElectionTest(leading = true)
	class Leading {

		@Test
		void applicationBeginsWithAllPartitions() {
			assertThat(led()).isEqualTo(8);
		}

	}

	@Nested
	@LeaderElectionTest(leading = true, only = { "orders:1", "orders:2" })
	class LeadingSome {

		@Test
		void applicationBeginsWithThosePartitions() {
			assertThat(led()).isEqualTo(2);
			assertThat(PartitionSupportTests.this.elections.get("orders:2").isLeader()).isTrue();
		}

	}

	@Nested
	@LeaderElectionTest(leading = true, only = "orders")
	class LeadingTheWhole {

		@Test
		void applicationBeginsWithAllPartitionsOfTheElection() {
			assertThat(led()).isEqualTo(8);
		}

	}

	static class Shipping {

		@OnLeader(election = "orders", partitionKey = "#customer")
		public @Nullable String ship(String customer) {
			return customer;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Shipping shipping() {
			return new Shipping();
		}

	}

}
