/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MetadataTextTests {

	@Test
	void lengthsAreOfBytes() {
		assertThat(MetadataText.write(Map.of("\u00e9", "\ud83d\ude00")))
			.asString(java.nio.charset.StandardCharsets.UTF_8)
			.isEqualTo("2:\u00e94:\ud83d\ude00");
	}

	@Test
	void writtenMetadataIsReadBack() {
		Map<String, String> metadata = Map.of("a", "", "1:b", "2:cc", "", "x", "\u4e2d", "\n\u0000");
		assertThat(MetadataText.read(MetadataText.write(metadata))).isEqualTo(metadata);
		assertThat(MetadataText.read(new byte[0])).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "x", ":", "1:", "1:a", "1:a2:b", "9999999:a", "-1:a1:b", "1:a1" })
	void anythingElseIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> MetadataText.read(RedisKeys.utf8(text)));
	}

}
