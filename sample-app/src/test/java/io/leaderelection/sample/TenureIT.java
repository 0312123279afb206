/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.leaderelection.TransitionCause;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;
import io.leaderelection.servers.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three instances that take turns by the clock.
 */
@Tag("server")
@Tag("slow")
class TenureIT {

	private static final int TERMS = 10;

	/** Longer than a turn, so that the third instance is always the next leader. */
	private static final Duration COOL_DOWN = Duration.ofSeconds(3);

	/** Allowance for a loaded machine; the actual length is printed. */
	private static final Duration LONGEST_VACANCY = Duration.ofSeconds(10);

	private final List<Term> terms = new CopyOnWriteArrayList<>();

	@Test
	void instancesTakeTurns() {
		List<ConfigurableApplicationContext> instances = new ArrayList<>();
		try (RedisServer redis = RedisServer.open()) {
			try {
				for (int i = 0; i < 3; i++) {
					instances.add(start("instance-" + i, redis));
				}
				Awaitility.await()
					.atMost(Duration.ofMinutes(3))
					.until(() -> this.terms.stream().filter((term) -> term.end != 0).count() > TERMS);
			}
			finally {
				instances.forEach(ConfigurableApplicationContext::close);
			}
		}
		check(List.copyOf(this.terms).subList(0, TERMS + 1));
	}

	private ConfigurableApplicationContext start(String name, RedisServer redis) {
		String[] arguments = { "--spring.profiles.active=redis",
				"--spring.data.redis.url=redis://127.0.0.1:" + redis.port(), "--leader-election.instance-name=" + name,
				"--leader-election.lease-duration=6s", "--leader-election.relinquish-cron=*/2 * * * * *",
				"--leader-election.elections.invoices.eligible-when=",
				"--leader-election.cool-down=" + COOL_DOWN.toMillis() + "ms" };
		return new SpringApplicationBuilder(Instance.class).web(WebApplicationType.NONE).listeners((event) -> {
			if (event instanceof LeadershipGrantedEvent granted) {
				this.terms.add(new Term(name, granted.getLeadership().fencingToken()));
			}
			else if (event instanceof LeadershipRevokedEvent revoked) {
				this.terms.stream()
					.filter((term) -> term.token == revoked.getFencingToken())
					.forEach((term) -> term.over(revoked.getCause()));
			}
		}).run(arguments);
	}

	private static void check(List<Term> terms) {
		StringBuilder vacancies = new StringBuilder();
		for (int i = 0; i < terms.size() - 1; i++) {
			Term term = terms.get(i);
			Term next = terms.get(i + 1);
			Duration vacancy = Duration.ofNanos(next.begin - term.end);
			vacancies.append(' ').append(vacancy.toMillis());
			assertThat(term.cause).isEqualTo(TransitionCause.TENURE);
			assertThat(next.token).isGreaterThan(term.token);
			assertThat(next.instance).isNotEqualTo(term.instance);
			assertThat(vacancy).isPositive().isLessThan(LONGEST_VACANCY);
			assertThat(term.endedAt % 2000).as("milliseconds after the even second").isLessThan(1500);
		}
		assertThat(terms).extracting((term) -> term.instance).contains("instance-0", "instance-1", "instance-2");
		System.out
			.println("Vacancies of " + (terms.size() - 1) + " handovers by the clock, in milliseconds:" + vacancies);
	}

	/** A term from the view of its own instance. */
	private static final class Term {

		private final String instance;

		private final long token;

		private final long begin = System.nanoTime();

		private volatile TransitionCause cause;

		private volatile long endedAt;

		private volatile long end;

		Term(String instance, long token) {
			this.instance = instance;
			this.token = token;
		}

		void over(TransitionCause cause) {
			this.cause = cause;
			this.endedAt = System.currentTimeMillis();
			this.end = System.nanoTime();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Instance {

	}

}
