/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.schedule.TickStatus;
import io.leaderelection.schedule.Ticks;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.test.util.AopTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@SpringBootTest(classes = TickSupportTests.Application.class)
@LeaderElectionTest(leading = true)
class TickSupportTests {

	@Autowired
	private LeaderElectionTestSupport support;

	@Autowired
	private Ticks ticks;

	@Autowired
	private Invoices invoices;

	private List<String> created;

	@BeforeEach
	void clear() {
		this.created = AopTestUtils.<Invoices>getTargetObject(this.invoices).created;
		this.created.clear();
	}

	@RepeatedTest(3)
	void eachTickRunsTheJobOnce() {
		this.support.tick("invoices");
		this.support.tick("invoices");
		call();
		assertThat(this.created).hasSize(2);
		assertThat(this.ticks.of("default")).filteredOn((status) -> status.name().equals("invoices"))
			.extracting((status) -> status.last().state())
			.containsExactly(TickStatus.State.FINISHED);
	}

	@Test
	void missedTickIsCaughtUp() {
		TickStatus status = status("invoices");
		Instant latest = status.next().minus(1, ChronoUnit.HOURS);
		this.support.missed("invoices", latest);
		assertThat(this.created).hasSize(1);
		call();
		assertThat(this.created).hasSize(1);
		this.support.missed("reports", latest.minus(1, ChronoUnit.HOURS));
	}

	/** Calls the job as its scheduler does. */
	private void call() {
		this.ticks.call("invoices");
	}

	@Test
	void directCallRunsTheJobAlthoughNoTickIsDue() {
		this.support.tick("invoices");
		this.invoices.create();
		assertThat(this.created).hasSize(2);
	}

	private TickStatus status(String name) {
		return this.ticks.of("default").stream().filter((each) -> each.name().equals(name)).findFirst().orElseThrow();
	}

	@Test
	void unknownTicksAndMomentsAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.support.tick("bills"))
			.withMessageContaining("There is no tick \"bills\"")
			.withMessageContaining("invoices");
		Instant next = status("invoices").next();
		assertThatIllegalArgumentException().isThrownBy(() -> this.support.missed("invoices", next))
			.withMessageContaining(next + " is a moment of tick \"invoices\", but not a past one")
			.withMessageContaining("advance(Duration)");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.support.missed("invoices", next.minus(90, ChronoUnit.MINUTES)))
			.withMessageContaining("The next one is " + next.minus(1, ChronoUnit.HOURS));
		assertThatIllegalStateException().isThrownBy(() -> this.support.tick("never"))
			.withMessageContaining("is never due");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableScheduling
	static class Application {

		@Bean
		Invoices invoices() {
			return new Invoices();
		}

	}

	static class Invoices {

		final List<String> created = new CopyOnWriteArrayList<>();

		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick(name = "invoices")
		void create() {
			this.created.add("invoice");
		}

		@Scheduled(cron = "0 0 * * * *", zone = "UTC")
		@OnLeader
		@OncePerTick(name = "reports")
		void report() {
		}

		@Scheduled(cron = "-")
		@OnLeader
		@OncePerTick(name = "never")
		void never() {
		}

	}

}
