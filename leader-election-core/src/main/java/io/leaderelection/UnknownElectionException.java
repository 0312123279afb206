/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.util.Collection;

/**
 * Thrown when an election is requested by a name that was never joined.
 */
public class UnknownElectionException extends LeaderElectionException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param name the unknown name
	 * @param known the names that are known
	 */
	public UnknownElectionException(String name, Collection<String> known) {
		super("There is no election '" + name + "' here. Known: "
				+ (known.isEmpty() ? "none" : String.join(", ", known))
				+ ". An election exists once it is configured, named by an annotation, or joined");
	}

}
