/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.architecture.unmarked;

import io.leaderelection.architecture.ArchitectureRulesTests.BackReference;

/**
 * In a package without {@code @NullMarked}, and in a circle with another one.
 */
public class Unmarked {

	@SuppressWarnings("unused")
	private BackReference other;

}
