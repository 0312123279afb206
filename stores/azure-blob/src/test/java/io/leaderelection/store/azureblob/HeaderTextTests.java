/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HeaderTextTests {

	@Test
	void onlyVisibleAsciiIsWritten() {
		assertThat(HeaderText.escape("host-1 %=\u00e9\n")).isEqualTo("host-1%0020%0025%003d%00e9%000a");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", " ", "a b", "%", "%%0020", "\ud83d\ude00", "\ud83d", "a=b\r\n", "\u0000\u007f\u0080" })
	void whatIsWrittenIsRead(String text) {
		assertThat(HeaderText.escape(text)).matches("[!-~]*");
		assertThat(HeaderText.unescape(HeaderText.escape(text))).isEqualTo(text);
	}

	@ParameterizedTest
	@ValueSource(strings = { "%", "%0", "%00", "%002", "a%", "%zzzz", "%00E9", "%+020" })
	void anythingElseIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> HeaderText.unescape(text));
	}

}
