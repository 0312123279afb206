/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

/**
 * Command that reads the record without changing it.
 *
 * @param key the record
 */
public record Observe(ElectionKey key) implements Command {

	@Override
	public String operation() {
		return "observe";
	}

}
