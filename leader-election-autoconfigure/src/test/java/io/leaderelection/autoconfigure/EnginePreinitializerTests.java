/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;
import java.util.Set;

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
	void isFoundBySpringBoot() {
		List<BackgroundPreinitializer> found = SpringFactoriesLoader.forDefaultResourceLocation()
			.load(BackgroundPreinitializer.class);
		assertThat(found).hasAtLeastOneElementOfType(EnginePreinitializer.class);
	}

	@Test
	void leavesNoThread() {
		Set<Thread> before = Thread.getAllStackTraces().keySet();
		new EnginePreinitializer().preinitialize();
		assertThat(Thread.getAllStackTraces().keySet()).filteredOn((thread) -> !before.contains(thread))
			.extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("leader-election"));
	}

	@Test
	void leavesNoTraceInTheLog(CapturedOutput output) {
		new EnginePreinitializer().preinitialize();
		assertThat(output).isEmpty();
	}

}
