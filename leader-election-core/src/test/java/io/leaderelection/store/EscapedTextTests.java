/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class EscapedTextTests {

	@Test
	void everyCharacterSurvivesAsPrintableText() {
		for (int c = 0; c <= Character.MAX_VALUE; c++) {
			String text = "a" + (char) c + "b";
			String escaped = EscapedText.escape(text);
			assertThat(escaped.chars()).allMatch((it) -> it >= ' ' && it <= '~')
				.doesNotContain((int) '=', (int) '|', (int) '\\');
			assertThat(EscapedText.unescape(escaped)).isEqualTo(text);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "\\", "\\u00e9", "~", "~00g0", "\u00e9", "a\n", "a=b", "a|b" })
	void malformedTextIsRejected(String garbage) {
		assertThatIllegalArgumentException().isThrownBy(() -> EscapedText.unescape(garbage));
	}

}
