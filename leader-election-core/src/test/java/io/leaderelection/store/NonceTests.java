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

/**
 * Tests for {@link Nonce}.
 */
class NonceTests {

	@Test
	void textIsReadBack() {
		for (Nonce nonce : new Nonce[] { Nonce.random(), new Nonce(0, 1), new Nonce(-1, Long.MIN_VALUE) }) {
			assertThat(Nonce.parse(nonce.toString())).isEqualTo(nonce);
			assertThat(nonce.toUuid().toString().replace("-", "")).isEqualTo(nonce.toString());
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "12", "zz000000000000000000000000000000", "-0000000000000000000000000000001" })
	void otherTextIsRefused(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> Nonce.parse(text))
			.withMessageContaining("32 hexadecimal");
	}

}
