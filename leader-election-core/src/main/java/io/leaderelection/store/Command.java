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
	 * Returns the key of the record.
	 * @return the key
	 */
	ElectionKey key();

	/**
	 * Returns the kind of command, for meters and messages.
	 * @return {@code acquire}, {@code renew}, {@code release} or {@code observe}
	 */
	String operation();

}
