/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

/**
 * Something that was added and can be removed.
 */
@FunctionalInterface
public interface Registration {

	/**
	 * Removes it. Removing twice has no effect.
	 */
	void remove();

}
