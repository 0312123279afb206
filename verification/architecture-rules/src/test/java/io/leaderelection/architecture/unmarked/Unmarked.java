/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.architecture.unmarked;

import io.leaderelection.architecture.ArchitectureRulesTests.BackReference;

/**
 * A class in a package without {@code @NullMarked} and with a cyclic dependency.
 */
public class Unmarked {

	@SuppressWarnings("unused")
	private BackReference other;

}
