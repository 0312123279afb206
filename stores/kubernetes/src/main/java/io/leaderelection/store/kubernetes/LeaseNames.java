/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import io.leaderelection.store.ElectionKey;

/**
 * The names of Lease objects: those that the user has given to elections, else valid
 * DNS-1123 names with a readable part and a hash of the exact names that keeps them
 * apart.
 */
final class LeaseNames {

	private static final Pattern PREFIX = Pattern.compile("([a-z0-9][-a-z0-9]{0,62})?");

	/**
	 * A DNS-1123 subdomain, which is what the API server accepts as the name of an
	 * object.
	 */
	private static final Pattern NAME = Pattern
		.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

	private static final int MAX_NAME_LENGTH = 253;

	private static final Pattern ILLEGAL = Pattern.compile("[^a-z0-9]+");

	private static final int READABLE = 40;

	private static final int HASH_BYTES = 10;

	private final String prefix;

	/** The names that the user has given, by election. */
	private final Map<String, String> given;

	/**
	 * Creates the names.
	 * @param prefix the prefix of computed names
	 * @param given names of objects by the name of their election
	 * @throws IllegalArgumentException if the prefix cannot begin a valid name, a given
	 * name is not valid, or two elections have the same one
	 */
	LeaseNames(String prefix, Map<String, String> given) {
		if (!PREFIX.matcher(prefix).matches()) {
			throw new IllegalArgumentException("The name prefix '" + prefix + "' cannot begin the name of a Lease. Use "
					+ "at most 63 lower-case letters, digits and '-', beginning with a letter or digit");
		}
		this.prefix = prefix;
		this.given = Map.copyOf(given);
		Map<String, String> elections = new HashMap<>();
		new TreeMap<>(given).forEach((election, name) -> {
			if (name.length() > MAX_NAME_LENGTH || !NAME.matcher(name).matches()) {
				throw new IllegalArgumentException("Election '" + election + "' has the Lease name '" + name
						+ "', which is not a valid name of an object. Use at most 253 lower-case letters, digits, '-' "
						+ "and '.', with a letter or digit at both ends");
			}
			String other = elections.put(name, election);
			if (other != null) {
				throw new IllegalArgumentException("The elections '" + other + "' and '" + election
						+ "' have the same Lease name '" + name + "'. Give each a Lease of its own");
			}
		});
	}

	/** Returns the name of an election's Lease object. */
	String of(ElectionKey key) {
		String given = this.given.get(key.election());
		if (given != null) {
			return given;
		}
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
