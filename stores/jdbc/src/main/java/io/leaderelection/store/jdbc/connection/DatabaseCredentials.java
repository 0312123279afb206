/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.util.Properties;

import org.jspecify.annotations.Nullable;

/**
 * The user that connects. A part that is {@code null} is left to the URL, the properties
 * or the driver.
 *
 * @param username the user
 * @param password the password or token
 */
public record DatabaseCredentials(@Nullable String username, @Nullable String password) {

	void putInto(Properties properties) {
		if (this.username != null) {
			properties.setProperty("user", this.username);
		}
		if (this.password != null) {
			properties.setProperty("password", this.password);
		}
	}

	@Override
	public String toString() {
		return "DatabaseCredentials[username=" + this.username + "]";
	}

}
