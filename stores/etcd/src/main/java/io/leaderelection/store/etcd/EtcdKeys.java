/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import com.google.protobuf.ByteString;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * Builds and parses key names: {@code <prefix><namespace>/<election>/record},
 * {@code .../lock} and {@code .../checkpoints}. Election names contain no slash; slashes
 * in a namespace are escaped.
 */
final class EtcdKeys {

	private static final String RECORD = "/record";

	private static final String LOCK = "/lock";

	private static final String CHECKPOINTS = "/checkpoints";

	private final String prefix;

	EtcdKeys(String prefix) {
		this.prefix = prefix;
	}

	ByteString record(ElectionKey key) {
		return ByteString.copyFromUtf8(namespace(key.namespace()) + key.election() + RECORD);
	}

	ByteString guardLock(ElectionKey key) {
		return ByteString.copyFromUtf8(namespace(key.namespace()) + key.election() + LOCK);
	}

	ByteString checkpoints(ElectionKey key) {
		return ByteString.copyFromUtf8(namespace(key.namespace()) + key.election() + CHECKPOINTS);
	}

	/** Returns the prefix of all keys of a namespace. */
	ByteString ofNamespace(String namespace) {
		return ByteString.copyFromUtf8(namespace(namespace));
	}

	/**
	 * Returns the first key after all keys with a prefix. The prefix must end with a
	 * slash.
	 */
	static ByteString endOf(ByteString beginning) {
		int last = beginning.size() - 1;
		byte[] end = beginning.toByteArray();
		end[last]++;
		return ByteString.copyFrom(end);
	}

	/**
	 * Returns the election of a key, and whether the key is its record or its guard lock.
	 * @return the place, or {@code null} if the key is neither
	 */
	@Nullable Place placeOf(String namespace, ByteString key) {
		ByteString beginning = ofNamespace(namespace);
		if (!key.startsWith(beginning) || !key.isValidUtf8()) {
			return null;
		}
		String rest = key.substring(beginning.size()).toStringUtf8();
		boolean record = rest.endsWith(RECORD);
		if (!record && !rest.endsWith(LOCK)) {
			return null;
		}
		try {
			return new Place(new ElectionKey(namespace, rest.substring(0, rest.lastIndexOf('/'))), record);
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private String namespace(String namespace) {
		return this.prefix + namespace.replace("%", "%25").replace("/", "%2F") + "/";
	}

	/**
	 * The meaning of a key.
	 *
	 * @param key the election
	 * @param record {@code true} for the record, {@code false} for the guard lock
	 */
	record Place(ElectionKey key, boolean record) {
	}

}
