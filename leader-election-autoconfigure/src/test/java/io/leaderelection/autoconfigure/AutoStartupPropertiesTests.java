/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.ElectionState;
import io.leaderelection.Features;
import io.leaderelection.LeaderElection;
import io.leaderelection.guard.Contexts;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@code auto-startup}: in which elections an instance contends automatically.
 */
@ExtendWith(OutputCaptureExtension.class)
class AutoStartupPropertiesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(Features.and())
		.withBean("localStore", LeaseStoreDescriptor.class, TestStores::local);

	private static void awaitState(LeaderElection election, ElectionState state) {
		Awaitility.await().untilAsserted(() -> assertThat(election.status().state()).isEqualTo(state));
	}

	@Test
	void everyElectionIsPausedUntilItIsResumed(CapturedOutput output) {
		this.contextRunner.withPropertyValues("leader-election.auto-startup=false").run((context) -> {
			LeaderElection election = Contexts.election(context, "default");
			awaitState(election, ElectionState.PAUSED);
			assertThat(output).contains("auto-startup is false for elections [default]").contains("RESUME");
			election.resume();
			awaitState(election, ElectionState.LEADER);
		});
	}

	@Test
	void electionHasItsOwnSetting(CapturedOutput output) {
		this.contextRunner
			.withPropertyValues("leader-election.elections.billing.auto-startup=false",
					"leader-election.elections.reports.max-term=0s")
			.run((context) -> {
				awaitState(Contexts.election(context, "billing"), ElectionState.PAUSED);
				awaitState(Contexts.election(context, "reports"), ElectionState.LEADER);
				assertThat(output).contains("auto-startup is false for elections [billing]");
			});
	}

	@Test
	void dividedElectionIsLoggedOnce(CapturedOutput output) {
		this.contextRunner
			.withPropertyValues("leader-election.elections.orders.auto-startup=false",
					"leader-election.elections.orders.partitions=2")
			.run((context) -> assertThat(output).contains("auto-startup is false for elections [orders]"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.auto-startup=false leader-election.elections.default.auto-startup=true",
			"leader-election.mode=elect" })
	void nothingIsLoggedIfNoElectionIsPaused(String properties, CapturedOutput output) {
		this.contextRunner.withPropertyValues(properties.split(" "))
			.run((context) -> assertThat(output).doesNotContain("auto-startup"));
	}

}
