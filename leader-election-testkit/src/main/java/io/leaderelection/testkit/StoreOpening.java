/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.util.List;

/**
 * The class and arguments with which another JVM opens the store under test.
 *
 * @param opener the class that opens it there
 * @param arguments the arguments of the class, such as a directory or a URL
 */
public record StoreOpening(Class<? extends StoreOpener> opener, List<String> arguments) {

	public StoreOpening {
		arguments = List.copyOf(arguments);
	}

}
