/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.engine.OperationListener;
import io.leaderelection.schedule.Ticks;

import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * A candidate that uses this library: an application with the starter.
 */
final class StarterCandidate implements Candidate {

	/** The property that enables a job that runs once per tick. */
	static final String TICKS = "succession.ticks";

	private final ConfigurableApplicationContext context;

	private final LeaderElections elections;

	private final LeaderElection first;

	private final Job job;

	private final Renewals renewals;

	/**
	 * Starts the application.
	 * @param settings the settings of the candidate
	 * @param coolDownMillis how long not to contend after stepping down, unless the
	 * settings require the defaults
	 * @param properties the properties of this library, as arguments
	 */
	StarterCandidate(CandidateSettings settings, int coolDownMillis, String... properties) {
		List<String> arguments = new ArrayList<>(List.of(settings.springArguments(properties)));
		arguments.add("--spring.application.name=succession");
		if (settings.lease() != null) {
			arguments.add("--leader-election.cool-down=" + coolDownMillis + "ms");
			arguments.add("--leader-election.lease-duration=" + settings.lease().toMillis() + "ms");
		}
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.run(arguments.toArray(String[]::new));
		this.elections = this.context.getBean(LeaderElections.class);
		this.job = this.context.getBean(Job.class);
		this.renewals = this.context.getBean(Renewals.class);
		this.first = this.elections.get(ELECTION);
		for (int i = 1; i < settings.elections(); i++) {
			this.elections.join("billing-" + i);
		}
	}

	@Override
	public boolean isLeader() {
		return this.first.isLeader();
	}

	@Override
	public int led() {
		return (int) this.elections.all().stream().filter(LeaderElection::isLeader).count();
	}

	@Override
	public void stepDown() {
		this.first.stepDown();
	}

	@Override
	public void callGuarded(Runnable work) {
		this.job.run(work);
	}

	@Override
	public void tick() {
		this.context.getBean(Ticks.class).call(TickJob.NAME);
	}

	@Override
	public long ticks() {
		return this.context.getBean(TickJob.class).ticks();
	}

	@Override
	public List<Double> renewalMillis() {
		return this.renewals.sorted();
	}

	@Override
	public void close() {
		this.context.close();
	}

	/** The application. */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		static Job job() {
			return new Job();
		}

		@Bean
		@ConditionalOnProperty(TICKS)
		static TickJob tickJob() {
			return new TickJob();
		}

		@Bean
		static Renewals renewals() {
			return new Renewals();
		}

	}

	/** Work of the leader. */
	static class Job {

		@OnLeader(ELECTION)
		void run(Runnable work) {
			work.run();
		}

	}

	/** A job without a scheduler: the process calls it when it is due. */
	static class TickJob {

		static final String NAME = "second";

		private final AtomicLong ticks = new AtomicLong();

		@Scheduled(cron = "* * * * * *", zone = "UTC")
		@OnLeader(ELECTION)
		@OncePerTick(name = NAME)
		void run() {
			this.ticks.incrementAndGet();
		}

		long ticks() {
			return this.ticks.get();
		}

	}

	/** Collects the durations of renewals. */
	static class Renewals implements OperationListener {

		private final List<Double> millis = new ArrayList<>();

		@Override
		public synchronized void completed(String operation, String outcome, Duration took) {
			if (operation.equals("renew")) {
				this.millis.add(took.toNanos() / 1e6);
			}
		}

		synchronized List<Double> sorted() {
			List<Double> sorted = this.millis.stream().sorted().toList();
			this.millis.clear();
			return sorted;
		}

	}

}
