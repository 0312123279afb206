/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.leaderelection.store.ElectionKey;

/**
 * Builds the name of an election's blob: a readable part, then a hash of namespace and
 * election. The hash keeps names apart that differ only in case or special characters,
 * and each name is legal.
 */
final class BlobNames {

	private static final int READABLE = 40;

	private static final int HASH_BYTES = 20;

	private BlobNames() {
	}

	static String of(ElectionKey key) {
		return readable(key.namespace()) + "/" + readable(key.election()) + "-" + hash(key);
	}

	private static String readable(String name) {
		String safe = name.replaceAll("[^A-Za-z0-9_-]", "_");
		return (safe.length() <= READABLE) ? safe : safe.substring(0, READABLE);
	}

	private static String hash(ElectionKey key) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			digest.update(key.namespace().getBytes(StandardCharsets.UTF_8));
			digest.update((byte) 0);
			digest.update(key.election().getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest.digest(), 0, HASH_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
