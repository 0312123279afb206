/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * The versions of Spring Boot that this library runs on. Checked before any class is used
 * that an older version lacks, which would fail without naming the cause.
 */
final class SupportedSpringBoot {

	private static final int OLDEST = 4;

	private SupportedSpringBoot() {
	}

	/**
	 * Checks a version.
	 * @param version the version of Spring Boot, or {@code null} if it is unknown
	 * @throws LeaderElectionConfigurationException if the version is too old
	 */
	static void require(@Nullable String version) {
		if (version == null) {
			return;
		}
		String major = version.split("\\.", 2)[0];
		if (major.matches("[0-9]{1,4}") && Integer.parseInt(major) < OLDEST) {
			throw new LeaderElectionConfigurationException(
					"leader-election needs Spring Boot " + OLDEST + ".0 or newer, and this application runs " + version,
					"Upgrade Spring Boot, or remove leader-election. No version of it supports Spring Boot " + major);
		}
	}

}
