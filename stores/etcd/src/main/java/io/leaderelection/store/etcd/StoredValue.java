/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.Objects;
import java.util.function.Function;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.store.GarbageRecordException;
import org.jspecify.annotations.Nullable;

/**
 * The value of a key, which may be garbage.
 *
 * @param <T> the type of the content
 * @param bytes the value as it is stored
 * @param content the parsed value, or {@code null} if it is garbage
 * @param garbage why it is garbage, or {@code null} if it is not
 */
record StoredValue<T>(ByteString bytes, @Nullable T content, @Nullable String garbage) {

	/**
	 * Parses a value.
	 * @param parser throws an {@link IllegalArgumentException} whose message names the
	 * problem and quotes nothing
	 */
	static <T> StoredValue<T> of(KeyValue value, Function<KeyValue, T> parser) {
		try {
			return new StoredValue<>(value.getValue(), parser.apply(value), null);
		}
		catch (IllegalArgumentException ex) {
			return new StoredValue<>(value.getValue(), null, "The etcd key '" + value.getKey().toStringUtf8()
					+ "' contains garbage: " + ex.getMessage() + ". Delete the key");
		}
	}

	/**
	 * Returns the parsed content.
	 * @throws GarbageRecordException if the value is garbage
	 */
	T get() {
		if (this.garbage != null) {
			throw new GarbageRecordException(this.garbage);
		}
		return Objects.requireNonNull(this.content);
	}

}
