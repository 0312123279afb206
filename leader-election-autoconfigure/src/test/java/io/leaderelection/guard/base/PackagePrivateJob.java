/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.base;

import io.leaderelection.annotation.OnLeader;

/**
 * Has a method that a subclass in another package cannot override.
 */
public class PackagePrivateJob {

	@OnLeader
	void run() {
	}

}
