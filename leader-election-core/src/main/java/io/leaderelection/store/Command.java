/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * A command of a candidate to the store for one record.
 */
public sealed interface Command permits Acquire, Renew, Release, Observe {

	/**
	 * The record.
	 * @return the key
	 */
	ElectionKey key();

	/**
	 * The kind of command, as meters and messages name it.
	 * @return {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 */
	String operation();

}
