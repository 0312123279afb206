/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ElectionKey}.
 */
class ElectionKeyTests {

	@ParameterizedTest
	@ValueSource(strings = { "billing", "billing.eu", "Billing ", "a:b", "{x}", "*", "' or '", "übung", "日本", "👑",
			"a'b\"c", "$(x)", ".." })
	void oddButLegalNamesAreKept(String name) {
		assertThat(new ElectionKey("orders", name).election()).isEqualTo(name);
	}

	@ParameterizedTest
	@CsvSource({ "a/b, '/'", "a\\b, '\\'", "a;b, ';'", "a%b, '%'" })
	void namesThatBreakAddressesAreRefused(String name, String named) {
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("orders", name))
			.withMessageContainingAll(named.replace("''", "'"), "Use a name without");
	}

	@Test
	void emptyBlankAndLongNamesAreRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("orders", ""));
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("orders", " "));
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey(" ", "billing"))
			.withMessageContaining("Namespace");
		assertThat(new ElectionKey("orders", "x".repeat(255)).election()).hasSize(255);
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("orders", "x".repeat(256)))
			.withMessageContaining("256");
	}

	@Test
	void controlCharactersAreRefusedAndNotEchoed() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("orders", "a\u001bb"))
			.withMessageContaining("U+001B")
			.withMessageNotContaining("\u001b");
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("orders", "a\ud83d"));
		assertThatIllegalArgumentException().isThrownBy(() -> new ElectionKey("orders", "\udc51a"));
	}

	@Test
	void keyOfOnceWorkIsNotALegalName() {
		ElectionKey key = new ElectionKey("orders", "x".repeat(ElectionKey.MAX_NAME)).once();
		assertThat(ElectionKey.isOnce(key.election())).isTrue();
		assertThat(key.election()).hasSizeLessThanOrEqualTo(ElectionKey.MAX_LENGTH);
		assertThat(ElectionKey.isOnce("once")).isFalse();
		assertThatIllegalArgumentException().isThrownBy(() -> ElectionKey.checkElection(key.election()));
	}

}
