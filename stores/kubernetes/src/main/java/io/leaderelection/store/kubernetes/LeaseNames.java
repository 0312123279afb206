/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

import io.leaderelection.store.ElectionKey;

/**
 * Builds the names of Lease objects: valid DNS-1123 names with a readable part, and a
 * hash of the exact names that keeps them apart.
 */
final class LeaseNames {

	private static final Pattern PREFIX = Pattern.compile("([a-z0-9][-a-z0-9]{0,62})?");

	private static final Pattern ILLEGAL = Pattern.compile("[^a-z0-9]+");

	private static final int READABLE = 40;

	private static final int HASH_BYTES = 10;

	private final String prefix;

	/**
	 * Creates the names.
	 * @param prefix the prefix of all names
	 * @throws IllegalArgumentException if the prefix cannot begin a valid name
	 */
	LeaseNames(String prefix) {
		if (!PREFIX.matcher(prefix).matches()) {
			throw new IllegalArgumentException("The name prefix '" + prefix + "' cannot begin the name of a Lease. Use "
					+ "at most 63 lower-case letters, digits and '-', beginning with a letter or digit");
		}
		this.prefix = prefix;
	}

	/** Returns the name of an election's Lease object. */
	String of(ElectionKey key) {
		// Names contain no control characters, so different keys give different texts
		String hash = hash(key.namespace() + '\0' + key.election());
		return this.prefix + readable(key.namespace()) + readable(key.election()) + hash;
	}

	/** Returns a short label value that identifies a namespace. */
	static String label(String namespace) {
		return hash(namespace);
	}

	private static String readable(String name) {
		String text = ILLEGAL.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("-");
		text = text.substring(text.startsWith("-") ? 1 : 0);
		text = text.substring(0, Math.min(READABLE, text.length()));
		if (text.isEmpty()) {
			return "";
		}
		return text.endsWith("-") ? text : text + "-";
	}

	private static String hash(String text) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every JDK has SHA-256", ex);
		}
	}

}
