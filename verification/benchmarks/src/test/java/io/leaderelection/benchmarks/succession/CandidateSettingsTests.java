/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CandidateSettings}.
 */
class CandidateSettingsTests {

	@Test
	void argumentsAreParsedInTheOtherProcess() {
		CandidateSettings settings = new CandidateSettings(3, Duration.ofSeconds(15),
				List.of("--leader-election.etcd.endpoints=http://127.0.0.1:4711"));
		assertThat(CandidateSettings.parse(settings.toArguments())).isEqualTo(settings);
		assertThat(settings.property("leader-election.etcd.endpoints")).isEqualTo("http://127.0.0.1:4711");
	}

	@Test
	void systemPropertiesBecomeJavaOptions() {
		CandidateSettings settings = new CandidateSettings(1, null,
				List.of("-Dkubernetes.master=http://127.0.0.1:4711/", "--leader-election.kubernetes.namespace=a"));
		assertThat(settings.javaOptions()).containsExactly("-Dkubernetes.master=http://127.0.0.1:4711/");
		assertThat(settings.toArguments()).containsExactly("1", "0", "--leader-election.kubernetes.namespace=a");
	}

}
