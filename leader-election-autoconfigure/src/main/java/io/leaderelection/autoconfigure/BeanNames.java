/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

/**
 * The names of beans that are found by their type. Spring would name them like their
 * methods, and refuse an application whose own bean has such a name, such as a component
 * {@code LeaderElections}.
 */
public final class BeanNames {

	/** A beginning that no class or method name has. */
	public static final String PREFIX = "io.leaderelection.";

	private BeanNames() {
	}

}
