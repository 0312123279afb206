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
 * Where nodes are. Names become path elements byte for byte: ASCII letters, digits, dot,
 * minus and underscore stand for themselves, every other byte of UTF-8 is a percent sign
 * and two hexadecimal digits.
 */
final class NodePaths {

	private static final String PLAIN = "-_.";

	/** Not a percent sign and two hexadecimal digits. */
	private static final String CHECKPOINTS = "%checkpoints";

	private final String root;

	/**
	 * Begins with the root.
	 * @param root an absolute path without a slash at its end, or empty for the top
	 */
	NodePaths(String root) {
		this.root = root;
	}

	/** The parent of all records of a namespace. */
	String namespace(String namespace) {
		return this.root + "/" + encode(namespace);
	}

	/** The record of an election. */
	String record(ElectionKey key) {
		return namespace(key.namespace()) + "/" + encode(key.election());
	}

	/**
	 * The guard lock of a term. Its name is the term's nonce, so that a change by its
	 * path never affects the guard lock of another term.
	 */
	static String hold(String record, Nonce nonce) {
		return record + "/" + nonce;
	}

	/**
	 * The notes of an election: beside its record, whose children are guard locks. No
	 * election has a record of that name.
	 */
	static String checkpoints(String record) {
		return record + CHECKPOINTS;
	}

	/** All proper parents of a path, the highest first. */
	static List<String> parents(String path) {
		List<String> parents = new ArrayList<>();
		for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
			parents.add(path.substring(0, end));
		}
		return parents;
	}

	/** The election whose record, or whose guard lock, is at a path below a namespace. */
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

	/** The decoded text, or {@code null} if it was not encoded here. */
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
				// Somebody else's node
				return null;
			}
			i += 2;
		}
		return bytes.toString(StandardCharsets.UTF_8);
	}

}
