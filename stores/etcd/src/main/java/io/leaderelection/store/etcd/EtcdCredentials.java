/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

/**
 * A user of etcd.
 *
 * @param username the name
 * @param password the password
 */
public record EtcdCredentials(String username, String password) {

	/** Without the password. */
	@Override
	public String toString() {
		return "EtcdCredentials[username=" + this.username + "]";
	}

}
