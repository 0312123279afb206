/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Path;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Applications without a web server: they stay up while they contend, and end if they
 * only ask.
 */
@Tag("slow")
class WithoutServerIT {

	/** The status of a process that SIGTERM ended, and not its last thread. */
	private static final int BY_SIGTERM = 143;

	private static final String LEADS = "FOLLOWER -> LEADER (ACQUIRED)";

	private static final String HANDS_OVER = "LEADER -> DRAINING (SHUTDOWN)";

	/** Runs the job of the README, whose cron expression is due at night. */
	private static final String RUN_JOB = """
			package com.example;

			import io.leaderelection.event.LeadershipGrantedEvent;
			import io.leaderelection.schedule.Ticks;
			import org.springframework.context.event.EventListener;
			import org.springframework.scheduling.config.ScheduledTaskHolder;
			import org.springframework.stereotype.Component;

			@Component
			record RunJob(Ticks ticks, ScheduledTaskHolder scheduled) {

				@EventListener
				void granted(LeadershipGrantedEvent event) {
					System.out.println("scheduled " + this.scheduled.getScheduledTasks());
					this.ticks.runNow("com.example.Billing.bill");
				}

			}
			""";

	private static final String RUNNER = """
			package com.example;

			import io.leaderelection.Candidacy;
			import io.leaderelection.LeaderElections;
			import org.springframework.boot.CommandLineRunner;
			import org.springframework.stereotype.Component;

			@Component
			record Runner(LeaderElections elections) implements CommandLineRunner {

				@Override
				public void run(String... arguments) {
					%s
				}

			}
			""";

	/** Closes on a daemon thread, as tools of operators do. */
	private static final String CLOSE_ON_GRANT = """
			package com.example;

			import java.util.concurrent.CompletableFuture;

			import io.leaderelection.event.LeadershipGrantedEvent;
			import org.springframework.context.ConfigurableApplicationContext;
			import org.springframework.context.event.EventListener;
			import org.springframework.stereotype.Component;

			@Component
			record CloseOnGrant(ConfigurableApplicationContext context) {

				@EventListener
				void granted(LeadershipGrantedEvent event) {
					CompletableFuture.runAsync(this.context::close);
				}

			}
			""";

	@TempDir
	private Path directory;

	private PastedApplication application;

	private SampleProcess process;

	@BeforeEach
	void create() throws Exception {
		this.application = new PastedApplication(this.directory);
	}

	@AfterEach
	void kill() {
		if (this.process != null) {
			this.process.kill();
		}
	}

	@Test
	void quickStartOfTheReadmeRuns() throws Exception {
		this.process = this.application.block("README.md", "com/example/readme/Billing.java")
			.source("RunJob", RUN_JOB)
			.start();
		this.process.awaitOutput("Election 'billing': " + LEADS);
		this.process.awaitOutput("bills with token ");
		assertThat(this.process.output()).contains("scheduled [com.example.Billing.bill]");
		assertEndsBySignal();
	}

	@ParameterizedTest
	@CsvSource({
			"spring-integration, integration/after/Billing, false, Election 'billing': FOLLOWER -> LEADER (ACQUIRED), no longer leads: SHUTDOWN",
			"shedlock, shedlock/after/Reports, true, Election 'reports': FOLLOWER -> LEADER (ACQUIRED), ''",
			"azure-blob-mutex, blob/Coordination, false, 'coordinates others\ncoordinates others', ''" })
	void migratedApplicationStays(String page, String type, boolean lazy, String first, String last) throws Exception {
		this.process = this.application
			.block("docs/migration/" + page + ".md", "com/example/migration/" + type + ".java")
			.start("--spring.main.lazy-initialization=" + lazy, "--reports.cron=0 0 3 * * *");
		this.process.awaitOutput(first);
		assertEndsBySignal();
		assertThat(this.process.output()).contains(last);
	}

	@Test
	void electionThatARunnerJoinsKeepsTheProcess() throws Exception {
		this.process = this.application.source("Runner", RUNNER.formatted("this.elections.join(\"billing\");")).start();
		this.process.awaitOutput("Election 'billing': " + LEADS);
		assertEndsBySignal();
	}

	@Test
	void toolThatAsksAndWorksOnceEnds() throws Exception {
		this.process = this.application.source("Runner", RUNNER.formatted("""
				System.out.println("found " + this.elections.find("billing").isPresent());
				this.elections.runOnce("schema", (leadership) -> System.out.println("migrates"));
				this.elections.all().forEach((election) -> System.out.println(election.status()));
				this.elections.join("billing").close();
				""")).start();
		assertThat(this.process.awaitEnd()).as(this.process.output()).isZero();
		assertThat(this.process.output()).contains("found false", "migrates");
	}

	@Test
	void closedContextLetsTheProcessEndAfterTheHandover() throws Exception {
		this.process = this.application.source("CloseOnGrant", CLOSE_ON_GRANT)
			.start("--leader-election.elections.billing.cool-down=5s");
		assertThat(this.process.awaitEnd()).as(this.process.output()).isZero();
		assertThat(this.process.output()).contains(LEADS, HANDS_OVER, "DRAINING -> STOPPED");
	}

	private void assertEndsBySignal() throws Exception {
		assertThat(this.process.terminate()).isEqualTo(BY_SIGTERM);
		assertThat(this.process.output()).contains(HANDS_OVER);
	}

}
