/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.io.support.SpringFactoriesLoader;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class EnginePreinitializerTests {

	@Test
	void bootFindsIt() {
		List<BackgroundPreinitializer> found = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(BackgroundPreinitializer.class);
		assertThat(found).hasAtLeastOneElementOfType(EnginePreinitializer.class);
	}

	@Test
	void leavesNeitherThreadsNorWords(CapturedOutput output) {
		new EnginePreinitializer().preinitialize();
		Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> threads().isEmpty());
		assertThat(output).doesNotContain("preinitialize");
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.contains("election"))
			.toList();
	}

}
