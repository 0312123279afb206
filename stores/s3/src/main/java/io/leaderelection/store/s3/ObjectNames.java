/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.leaderelection.store.ElectionKey;

/**
 * The names of objects: a readable part, and a hash of the exact names that keeps them
 * apart.
 *
 * @param prefix what all names begin with
 */
record ObjectNames(String prefix) {

	private static final int READABLE = 40;

	private static final int HASH_BYTES = 20;

	String of(ElectionKey key) {
		return this.prefix + readable(key.namespace()) + "/" + readable(key.election()) + "-" + hash(key);
	}

	/** Returns the name of the object that no election uses. */
	String probe() {
		return this.prefix + "conditional-writes";
	}

	private static String readable(String name) {
		String safe = name.replaceAll("[^A-Za-z0-9_-]", "_");
		return (safe.length() <= READABLE) ? safe : safe.substring(0, READABLE);
	}

	private static String hash(ElectionKey key) {
		try {
			// Names contain no control characters, so different keys give different texts
			byte[] digest = MessageDigest.getInstance("SHA-256")
				.digest((key.namespace() + '\0' + key.election()).getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
