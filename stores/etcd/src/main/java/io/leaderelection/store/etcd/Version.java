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
 * @param <T> what it means
 * @param value the bytes
 * @param revision the revision of etcd that wrote them
 * @param firstSeen the ticker, after the first look at these bytes
 * @param content what they mean, or {@code null} if they are garbage
 * @param garbage why they are, or {@code null} if they are not
 */
record Version<T>(ByteString value, long revision, long firstSeen, @Nullable T content,
		@Nullable GarbageRecordException garbage) {

	/**
	 * The meaning of the value.
	 * @throws GarbageRecordException if that is unknown
	 */
	T get() {
		if (this.garbage != null) {
			throw new GarbageRecordException(String.valueOf(this.garbage.getMessage()));
		}
		return Objects.requireNonNull(this.content);
	}

}
