/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.time.Duration;

import javax.sql.DataSource;

import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A candidate that uses ShedLock over a database, by the database's time, as its
 * documentation recommends. It has no leader: it locks for the duration of a call.
 */
final class ShedLockCandidate implements Candidate {

	private static final Duration LOCK = Duration.ofSeconds(15);

	private final ConfigurableApplicationContext context;

	private final Job job;

	ShedLockCandidate(CandidateSettings settings) {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.run(settings.springArguments("--lock-at-most-for=" + settings.leaseOr(LOCK)));
		this.job = this.context.getBean(Job.class);
	}

	@Override
	public boolean isLeader() {
		return false;
	}

	@Override
	public int led() {
		return 0;
	}

	@Override
	public void stepDown() {
		throw new UnsupportedOperationException("ShedLock has no leader");
	}

	@Override
	public void callGuarded(Runnable work) {
		this.job.run(work);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EnableSchedulerLock(defaultLockAtMostFor = "PT15S")
	static class Application {

		@Bean
		static LockProvider lockProvider(DataSource dataSource) {
			return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
				.withJdbcTemplate(new JdbcTemplate(dataSource))
				.usingDbTime()
				.build());
		}

		@Bean
		static Job job() {
			return new Job();
		}

	}

	/** Work of one process at a time. */
	public static class Job {

		@SchedulerLock(name = ELECTION, lockAtMostFor = "${lock-at-most-for}")
		public void run(Runnable work) {
			work.run();
		}

	}

}
