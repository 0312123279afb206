/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link RunOptions}.
 */
class RunOptionsTests {

	private static final Path FOLDERS = Path.of("/runs");

	private static final Duration LEASE = Duration.ofSeconds(2);

	@Test
	void storeAndSecondsAreEnough() {
		RunOptions options = parse("redis", "60");
		assertThat(options.store()).isEqualTo("redis");
		assertThat(options.duration()).isEqualTo(Duration.ofSeconds(60));
		assertThat(options.folder()).isEqualTo(FOLDERS.resolve("redis-" + options.seed()));
		assertThat(options.quiet(LEASE)).isEqualTo(Duration.ofSeconds(12));
	}

	@Test
	void quietIsAMinuteOrSixLeasesAtMost() {
		assertThat(parse("redis", "1200").quiet(LEASE)).isEqualTo(Duration.ofMinutes(1));
		assertThat(parse("azure-blob", "1860").quiet(Duration.ofSeconds(15))).isEqualTo(Duration.ofSeconds(90));
	}

	@Test
	void commandRepeatsTheRun() {
		RunOptions options = parse("redis", "60", "--seed", "7", "--only", "sigkill,delay", "--patched", "/evil");
		assertThat(options.command()).isEqualTo("./chaos redis 60 --seed 7 --only sigkill,delay --patched /evil");
	}

	@Test
	void instancesAndPaceCanBeSet() {
		RunOptions options = parse("redis", "60", "--seed", "7", "--instances", "3", "--every", "500");
		assertThat(options.instances()).isEqualTo(3);
		assertThat(options.every()).isEqualTo(Duration.ofMillis(500));
		assertThat(options.command()).isEqualTo("./chaos redis 60 --seed 7 --instances 3 --every 500");
		assertThat(parse("redis", "60").instances()).isEqualTo(5);
		assertThat(parse("redis", "60").every()).isEqualTo(Duration.ofSeconds(3));
	}

	@Test
	void invalidArgumentsAreRefused() {
		for (String instances : List.of("2", "6")) {
			assertThatIllegalArgumentException().isThrownBy(() -> parse("redis", "60", "--instances", instances))
				.withMessageContaining("3 to 5");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> parse("redis")).withMessageContaining("Usage");
		assertThatIllegalArgumentException().isThrownBy(() -> parse("redis", "long")).withMessageContaining("'long'");
		assertThatIllegalArgumentException().isThrownBy(() -> parse("redis", "5")).withMessageContaining("at least 20");
		assertThatIllegalArgumentException().isThrownBy(() -> parse("redis", "60", "--sed", "1"))
			.withMessageContaining("--sed");
		assertThatIllegalArgumentException().isThrownBy(() -> parse("redis", "60", "--seed"))
			.withMessageContaining("--seed");
	}

	private static RunOptions parse(String... args) {
		return RunOptions.parse(args, FOLDERS);
	}

}
