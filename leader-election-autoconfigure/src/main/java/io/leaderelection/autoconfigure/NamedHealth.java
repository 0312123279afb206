/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.SortedSet;

import org.jspecify.annotations.Nullable;

/**
 * The health contributors and health groups of the application, by name.
 */
interface NamedHealth {

	/** The names there are. */
	SortedSet<String> names();

	/**
	 * Whether there is a contributor, or group of contributors, of a name.
	 * @param name such as {@code db} or, inside a composite, {@code db/orders}
	 */
	boolean exists(String name);

	/** Whether asking for a name would ask for the health of leader election itself. */
	boolean includesElections(String name);

	/**
	 * Asks a contributor or group. May block.
	 * @param name a name that {@link #exists(String) exists}
	 * @return what is wrong, or {@code null} if all is well
	 */
	@Nullable String trouble(String name);

}
