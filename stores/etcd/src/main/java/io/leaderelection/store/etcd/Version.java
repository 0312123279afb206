/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.Objects;

import com.google.protobuf.ByteString;
import io.leaderelection.store.GarbageRecordException;
import org.jspecify.annotations.Nullable;

/**
 * The value of a key, and when this candidate first saw it.
 *
 * @param <T> the type of the content
 * @param value the bytes
 * @param revision the etcd revision that wrote the bytes
 * @param firstSeen the ticker value, in nanoseconds, when these bytes were first seen
 * @param content the parsed bytes, or {@code null} if they are garbage
 * @param garbage why the bytes are garbage, or {@code null} if they are not
 */
record Version<T>(ByteString value, long revision, long firstSeen, @Nullable T content,
		@Nullable GarbageRecordException garbage) {

	/**
	 * Returns the parsed content.
	 * @throws GarbageRecordException if the bytes are garbage
	 */
	T get() {
		if (this.garbage != null) {
			throw new GarbageRecordException(String.valueOf(this.garbage.getMessage()));
		}
		return Objects.requireNonNull(this.content);
	}

}
