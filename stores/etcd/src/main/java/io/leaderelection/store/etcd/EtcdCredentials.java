/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

/**
 * The user name and password of an etcd user.
 *
 * @param username the name
 * @param password the password
 */
public record EtcdCredentials(String username, String password) {

	/** Omits the password. */
	@Override
	public String toString() {
		return "EtcdCredentials[username=" + this.username + "]";
	}

}
