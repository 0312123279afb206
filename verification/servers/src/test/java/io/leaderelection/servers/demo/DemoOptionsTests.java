/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import io.leaderelection.servers.demo.DemoOptions.Mode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class DemoOptionsTests {

	@Test
	void storeModeAndUrlGoTogetherInAnyOrder() {
		assertThat(DemoOptions.parse()).isEqualTo(new DemoOptions("local", Mode.WATCH, ""));
		assertThat(DemoOptions.parse("redis", "--kill-leader"))
			.isEqualTo(new DemoOptions("redis", Mode.KILL_LEADER, ""));
		assertThat(DemoOptions.parse("--url", "http://host", "--partitions", "etcd"))
			.isEqualTo(new DemoOptions("etcd", Mode.PARTITIONS, "http://host"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "oracle", "--kill", "redis --url", "--url redis://host", "local --url x", "--help" })
	void wrongArgumentsAreRefusedWithTheUsage(String arguments) {
		assertThatIllegalArgumentException().isThrownBy(() -> DemoOptions.parse(arguments.split(" ")))
			.withMessageStartingWith("Usage: ./demo [local|postgres|");
	}

}
