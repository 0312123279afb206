/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local.autoconfigure;

import java.nio.file.Files;
import java.nio.file.Path;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class LocalLeaseStoreAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(LocalLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class));

	@Test
	void twoContextsExcludeEachOther(@TempDir Path directory) {
		ApplicationContextRunner runner = this.contextRunner
			.withPropertyValues("leader-election.local.directory=" + directory);
		runner.run((one) -> runner.run((other) -> {
			LeaderElections first = one.getBean(LeaderElections.class);
			assertThat(first.backend().type()).isEqualTo("local");
			LeaderElections second = other.getBean(LeaderElections.class);
			Awaitility.await().until(() -> second.get("default").leader().isPresent());
			assertThat(first.get("default").isLeader()).isNotEqualTo(second.get("default").isLeader());
			assertThat(first.instance()).isNotEqualTo(second.instance());
		}));
	}

	@Test
	void failsIfTheDirectoryIsAFile(@TempDir Path directory) throws Exception {
		Path file = Files.createFile(directory.resolve("file"));
		this.contextRunner.withPropertyValues("leader-election.local.directory=" + file)
			.run((context) -> assertThat(context.getStartupFailure())
				.hasStackTraceContaining("leader-election.local.directory")
				.hasStackTraceContaining(LeaderElectionConfigurationException.class.getName()));
	}

	@Test
	void isRefusedOnACloudPlatformUnlessNamed(@TempDir Path directory) {
		ApplicationContextRunner onKubernetes = this.contextRunner.withPropertyValues(
				"leader-election.local.directory=" + directory, "spring.main.cloud-platform=kubernetes");
		onKubernetes.run((context) -> assertThat(context.getStartupFailure())
			.hasStackTraceContaining("leader-election.backend is not set"));
		onKubernetes.withPropertyValues("leader-election.backend=local")
			.run((context) -> assertThat(context).hasNotFailed());
	}

}
