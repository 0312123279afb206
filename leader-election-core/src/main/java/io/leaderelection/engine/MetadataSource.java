/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.Map;
import java.util.function.Supplier;

import io.leaderelection.store.Acquire;
import io.leaderelection.work.SafeLogger;

/**
 * Reads a candidate's metadata. If the source fails or returns too much, the candidate
 * contends with its last metadata.
 */
final class MetadataSource implements Supplier<Map<String, String>> {

	private static final SafeLogger logger = new SafeLogger(MetadataSource.class);

	/** The size of the metadata that this library adds: priority and max-led. */
	private static final int RESERVED = 48;

	private final Supplier<Map<String, String>> source;

	private Map<String, String> last = Map.of();

	private boolean failed;

	MetadataSource(Supplier<Map<String, String>> source) {
		this.source = source;
	}

	@Override
	public Map<String, String> get() {
		try {
			Map<String, String> metadata = Map.copyOf(this.source.get());
			int size = metadata.entrySet()
				.stream()
				.mapToInt((entry) -> entry.getKey().length() + entry.getValue().length())
				.sum();
			if (size > Acquire.MAX_METADATA - RESERVED) {
				throw new IllegalArgumentException(
						"Metadata has " + size + " characters. Use at most " + (Acquire.MAX_METADATA - RESERVED));
			}
			this.last = metadata;
			this.failed = false;
		}
		catch (Throwable ex) {
			if (!this.failed) {
				logger.warn("Metadata of this candidate is not available, the former is used", ex);
			}
			this.failed = true;
		}
		return this.last;
	}

}
