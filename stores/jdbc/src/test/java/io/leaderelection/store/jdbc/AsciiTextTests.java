/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class AsciiTextTests {

	@Test
	void everyCharacterSurvivesAsPrintableText() {
		for (int c = 0; c <= Character.MAX_VALUE; c++) {
			String text = "a" + (char) c + "b";
			String escaped = AsciiText.escape(text);
			assertThat(escaped.chars()).allMatch((it) -> it >= ' ' && it <= '~');
			assertThat(AsciiText.unescape(escaped)).isEqualTo(text);
		}
	}

	@Test
	void objectIsSortedAndReadBack() {
		Map<String, String> map = Map.of("b", "\"\\", "a", "\u00e9", "", "");
		String object = AsciiText.object(map);
		assertThat(object).isEqualTo("{\"\":\"\",\"a\":\"\\u00e9\",\"b\":\"\\\"\\\\\"}");
		assertThat(AsciiText.map(object)).isEqualTo(map);
		assertThat(AsciiText.map("{}")).isEmpty();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{", "}", "{}x", "[]", "{\"a\"}", "{\"a\":\"b\",}", "{\"a\":1}", "{\"a\":\"b\"",
			"{\"a\":\"b\" }", "{\"a\":\"\\n\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"\\u12x4\"}",
			"{\"a\":\"b\",\"a\":\"c\"}", "{\"\u00e9\":\"\"}", "{\"a\":\"\t\"}", "{\"a\":\"\\" })
	void anythingElseIsRefused(String garbage) {
		assertThatIllegalArgumentException().isThrownBy(() -> AsciiText.map(garbage));
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"", "\\", "\\x", "\\u00g0", "\u00e9", "a\n" })
	void malformedTextIsRejected(String garbage) {
		assertThatIllegalArgumentException().isThrownBy(() -> AsciiText.unescape(garbage));
	}

}
