/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.connection;

import java.util.Properties;

import org.jspecify.annotations.Nullable;

/**
 * The user name and password for new connections. The URL, the properties or the driver
 * supply a part that is {@code null}.
 *
 * @param username the user name
 * @param password the password or access token
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
