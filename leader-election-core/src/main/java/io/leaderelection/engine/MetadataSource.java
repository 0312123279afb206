/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.Map;
import java.util.function.Supplier;

import io.leaderelection.store.Acquire;
import io.leaderelection.work.ForeignCode;
import io.leaderelection.work.LaterLog;

/**
 * Reads a candidate's metadata. If the source fails or returns too much, the candidate
 * contends with its last metadata.
 */
final class MetadataSource implements Supplier<Map<String, String>> {

	/** The size of the metadata that this library adds: priority and max-led. */
	private static final int RESERVED = 48;

	private final Supplier<Map<String, String>> source;

	private final LaterLog log;

	private Map<String, String> last = Map.of();

	private boolean failed;

	MetadataSource(Supplier<Map<String, String>> source, LaterLog log) {
		this.source = source;
		this.log = log;
	}

	@Override
	public Map<String, String> get() {
		Throwable thrown = ForeignCode.call((source) -> this.last = checked(source.get()), this.source);
		if (thrown != null && !this.failed) {
			this.log.warn("Metadata of this candidate is not available, the former is used", thrown);
		}
		this.failed = thrown != null;
		return this.last;
	}

	private static Map<String, String> checked(Map<String, String> metadata) {
		int size = metadata.entrySet()
			.stream()
			.mapToInt((entry) -> entry.getKey().length() + entry.getValue().length())
			.sum();
		if (size > Acquire.MAX_METADATA - RESERVED) {
			throw new IllegalArgumentException(
					"Metadata has " + size + " characters. Use at most " + (Acquire.MAX_METADATA - RESERVED));
		}
		return Map.copyOf(metadata);
	}

}
