/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * A service in memory whose versions are hash codes of the content, as the ETag of an
 * object storage is.
 */
class HashedRecords implements ConditionalRecords {

	final Map<ElectionKey, byte[]> texts = new ConcurrentHashMap<>();

	@Override
	public @Nullable Stored read(ElectionKey key, CallBudget budget) {
		byte[] text = this.texts.get(key);
		return (text != null) ? stored(key, text) : null;
	}

	@Override
	public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		byte[] text = text(record);
		boolean[] written = new boolean[1];
		this.texts.compute(key, (unused, present) -> {
			written[0] = isExpected(expected, present);
			return written[0] ? text : present;
		});
		return written[0] ? stored(key, text) : null;
	}

	boolean isExpected(@Nullable Stored expected, byte @Nullable [] present) {
		return (present == null) ? expected == null
				: expected != null && expected.version().equals(Arrays.hashCode(present));
	}

	byte[] text(TermRecord record) {
		return record.format(Map.of());
	}

	static Stored stored(ElectionKey key, byte[] text) {
		try {
			return new Stored(TermRecord.parse(text), Arrays.hashCode(text));
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException(
					"The record of election '" + key + "' is garbage: " + ex.getMessage() + ". Remove it");
		}
	}

	void replaceInText(ElectionKey key, String field, String replacement) {
		this.texts.computeIfPresent(key,
				(unused, text) -> new String(text, StandardCharsets.UTF_8).replaceFirst(field, replacement)
					.getBytes(StandardCharsets.UTF_8));
	}

}
