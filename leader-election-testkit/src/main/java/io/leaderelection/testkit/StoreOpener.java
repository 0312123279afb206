/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.util.List;

import io.leaderelection.store.LeaseStore;

/**
 * Opens the store under test in another JVM that runs with the test class path. Needs a
 * constructor without parameters.
 */
public interface StoreOpener {

	/**
	 * Opens the store.
	 * @param arguments the {@link StoreOpening#arguments()}
	 * @return the store
	 * @throws Exception if it cannot be opened; ends the JVM with an error
	 */
	LeaseStore open(List<String> arguments) throws Exception;

}
