/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.SpringBootVersion;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SupportedSpringBootTests {

	@ParameterizedTest
	@ValueSource(strings = { "3.5.6", "3.5.0-SNAPSHOT", "2.7.18" })
	void olderVersionIsRefused(String version) {
		assertThatExceptionOfType(LeaderElectionConfigurationException.class)
			.isThrownBy(() -> SupportedSpringBoot.require(version))
			.withMessageContainingAll("Spring Boot 4.0 or newer", "this application runs " + version);
	}

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "4.0.0", "4.1.2", "5.0.0-M1", "10.1.0", "unknown" })
	void newerOrUnknownVersionIsAccepted(String version) {
		assertThatCode(() -> SupportedSpringBoot.require(version)).doesNotThrowAnyException();
	}

	@Test
	void versionOfTheTestsIsAccepted() {
		assertThatCode(() -> SupportedSpringBoot.require(SpringBootVersion.getVersion())).doesNotThrowAnyException();
	}

}
