/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * Builds and parses the paths of nodes. Names become path elements as {@link URLEncoder}
 * encodes them: ASCII letters, digits, dot, minus, asterisk and underscore are kept.
 */
final class NodePaths {

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
		return (name.equals(".") || name.equals("..")) ? name.replace(".", "%2E")
				: URLEncoder.encode(name, StandardCharsets.UTF_8);
	}

	/** Returns the decoded name, or {@code null} if it is not an encoded name. */
	private static @Nullable String decode(String element) {
		try {
			return URLDecoder.decode(element, StandardCharsets.UTF_8);
		}
		catch (IllegalArgumentException ex) {
			// The node of another client
			return null;
		}
	}

}
