/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.sample.ledger.FileLedger;
import io.leaderelection.servers.RedisServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample with classes that Spring generated ahead of time, when the target
 * environment was unknown.
 */
@Tag("slow")
class AheadOfTimeIT {

	@TempDir
	private static Path processed;

	private static AheadOfTimeSample sample;

	@TempDir
	private Path directory;

	private final List<SampleProcess> instances = new ArrayList<>();

	@BeforeAll
	static void process() throws Exception {
		sample = AheadOfTimeSample.process(processed);
	}

	@AfterEach
	void kill() {
		this.instances.forEach(SampleProcess::kill);
	}

	@Test
	void oneOfTwoInstancesLeadsAndDoesTheWork() throws Exception {
		SampleProcess one = start("one");
		SampleProcess other = start("other");
		awaitLeader(one, other);
		assertThat(one.output()).contains("Starting AOT-processed SampleApplication");
		assertThat(one.get("/actuator/leader")).contains("\"type\":\"local\"");
		// Written by a guarded method
		Awaitility.await()
			.atMost(Duration.ofMinutes(1))
			.until(() -> !FileLedger.open(this.directory.resolve("ledger")).entries().isEmpty());
		assertThat(other.get("/actuator/health/leader")).contains("\"status\":\"UP\"");
		assertThat(other.get("/actuator/prometheus")).contains("leader_election_leading{election=\"invoices\"}");
	}

	@Test
	@Tag("server")
	void storeIsChosenWhenItStarts() throws Exception {
		try (RedisServer redis = RedisServer.open()) {
			SampleProcess one = start("one", "--leader-election.backend=redis",
					"--leader-election.redis.url=redis://127.0.0.1:" + redis.port());
			awaitLeader(one);
			assertThat(one.get("/actuator/leader")).contains("\"type\":\"redis\"");
		}
	}

	@Test
	void modeIsChosenWhenItStarts() throws Exception {
		SampleProcess one = start("one", "--leader-election.mode=never");
		assertThat(one.get("/actuator/leader/invoices")).contains("\"leading\":false", "\"state\":\"STOPPED\"");
	}

	private SampleProcess start(String name, String... more) {
		List<String> arguments = new ArrayList<>(
				List.of("--leader-election.local.directory=" + this.directory.resolve("election"),
						"--sample.ledger.directory=" + this.directory.resolve("ledger"),
						"--sample.invoice-schedule=* * * * * *"));
		arguments.addAll(List.of(more));
		SampleProcess instance = SampleProcess.start(name, this.directory, sample.launch(), arguments);
		this.instances.add(instance);
		instance.awaitReady();
		return instance;
	}

	private static void awaitLeader(SampleProcess... instances) {
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> {
			int leaders = 0;
			for (SampleProcess instance : instances) {
				leaders += instance.get("/actuator/leader/invoices").contains("\"leading\":true") ? 1 : 0;
			}
			return leaders == 1;
		});
	}

}
