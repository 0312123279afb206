/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script, as text and as the hash by which Redis caches it.
 *
 * @param name the kind of command that the script executes
 * @param text the script
 * @param sha the SHA-1 of the text, in hexadecimal digits
 */
record LeaseScript(String name, String text, String sha) {

	static LeaseScript of(String name, String text) {
		try {
			byte[] sha = MessageDigest.getInstance("SHA-1").digest(RedisKeys.utf8(text));
			return new LeaseScript(name, text, HexFormat.of().formatHex(sha));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("The Java runtime does not support SHA-1", ex);
		}
	}

}
