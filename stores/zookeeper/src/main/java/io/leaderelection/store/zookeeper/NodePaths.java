/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * Builds and parses the paths of nodes. Names become path elements byte by byte: ASCII
 * letters, digits, dot, minus and underscore are kept, and every other UTF-8 byte becomes
 * a percent sign and two hexadecimal digits.
 */
final class NodePaths {

	private static final String PLAIN = "-_.";

	/**
	 * Differs from every encoded name, because its percent sign is not followed by
	 * hexadecimal digits.
	 */
	private static final String CHECKPOINTS = "%checkpoints";

	private final String root;

	/**
	 * Creates the paths below a root.
	 * @param root an absolute path without a trailing slash, or empty for the root of the
	 * tree
	 */
	NodePaths(String root) {
		this.root = root;
	}

	/** Returns the path of the parent of all records of a namespace. */
	String namespace(String namespace) {
		return this.root + "/" + encode(namespace);
	}

	/** Returns the path of an election's record. */
	String record(ElectionKey key) {
		return namespace(key.namespace()) + "/" + encode(key.election());
	}

	/**
	 * Returns the path of a term's guard lock. Its name is the term's nonce, so that a
	 * change by this path never affects the guard lock of another term.
	 */
	static String guardLock(String record, Nonce nonce) {
		return record + "/" + nonce;
	}

	/**
	 * Returns the path of an election's checkpoints: a sibling of the record, because the
	 * record's children are guard locks. No election has a record with that name.
	 */
	static String checkpoints(String record) {
		return record + CHECKPOINTS;
	}

	/** Returns all parents of a path, the topmost first. */
	static List<String> parents(String path) {
		List<String> parents = new ArrayList<>();
		for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
			parents.add(path.substring(0, end));
		}
		return parents;
	}

	/** Returns the election whose record or guard lock has this path, or {@code null}. */
	static @Nullable String election(String namespace, String path) {
		if (!path.startsWith(namespace + "/")) {
			return null;
		}
		int begin = namespace.length() + 1;
		int end = path.indexOf('/', begin);
		return decode((end < 0) ? path.substring(begin) : path.substring(begin, end));
	}

	private static String encode(String name) {
		if (name.equals(".") || name.equals("..")) {
			return name.replace(".", "%2E");
		}
		StringBuilder encoded = new StringBuilder(name.length());
		for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
			if (isPlain(b)) {
				encoded.append((char) b);
			}
			else {
				encoded.append("%%%02X".formatted(b));
			}
		}
		return encoded.toString();
	}

	private static boolean isPlain(byte b) {
		return (b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9')
				|| (b > 0 && PLAIN.indexOf(b) >= 0);
	}

	/** Returns the decoded name, or {@code null} if it is not an encoded name. */
	private static @Nullable String decode(String element) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(element.length());
		for (int i = 0; i < element.length(); i++) {
			char c = element.charAt(i);
			if (c != '%') {
				bytes.write(c);
				continue;
			}
			try {
				bytes.write(Integer.parseInt(element, i + 1, i + 3, 16));
			}
			catch (NumberFormatException | IndexOutOfBoundsException ex) {
				// The node of another client
				return null;
			}
			i += 2;
		}
		return bytes.toString(StandardCharsets.UTF_8);
	}

}
