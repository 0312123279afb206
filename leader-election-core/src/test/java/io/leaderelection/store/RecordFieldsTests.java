/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RecordFieldsTests {

	private static RecordFields field(String name, String value) {
		return new RecordFields(Map.of(name, value), Map.of());
	}

	private static void assertRefused(String name, String value, Function<RecordFields, ?> taken) {
		assertThatIllegalArgumentException().isThrownBy(() -> taken.apply(field(name, value)))
			.withMessageStartingWith("its field '" + name + "' is ");
	}

	@Test
	void fieldsAreTakenByTheirKind() {
		Nonce nonce = new Nonce(1, -2);
		assertThat(field("token", "7").token()).isEqualTo(7);
		assertThat(field("token", Long.toString(StoredTerm.MAX_TOKEN)).token()).isEqualTo(StoredTerm.MAX_TOKEN);
		assertThat(field("nonce", nonce.toString()).nonce()).isEqualTo(nonce);
		assertThat(field("candidate", "host-1").candidate()).isEqualTo("host-1");
		assertThat(field("f", "some text").text("f", 9)).isEqualTo("some text");
		assertThat(field("f", "-5").number("f", -5, 5)).isEqualTo(-5);
		assertThat(field("f", "0").duration("f", 0)).isZero();
		assertThat(field("f", "1500").duration("f", 1)).isEqualTo(Duration.ofMillis(1500));
		assertThat(field("f", "-1").instant("f")).isEqualTo(Instant.ofEpochMilli(-1));
		assertThat(field("f", "true").flag("f")).isTrue();
		assertThat(field("f", "false").flag("f")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "0", "-7", "4611686018427387905", "9223372036854775808", "99999999999999999999", "x", "07",
			"+7", "1e3", "7.0", "-0", " 7", "" })
	void invalidTokenIsRejected(String value) {
		assertRefused("token", value, RecordFields::token);
	}

	@Test
	void valuesOutOfRangeAreRejected() {
		assertRefused("candidate", "", RecordFields::candidate);
		assertRefused("candidate", "c".repeat(256), RecordFields::candidate);
		assertRefused("f", "123", (fields) -> fields.text("f", 2));
		assertRefused("f", "6", (fields) -> fields.number("f", 0, 5));
		assertRefused("f", "0", (fields) -> fields.duration("f", 1));
		assertRefused("f", "-1", (fields) -> fields.duration("f", 0));
		assertRefused("f", "31622400001", (fields) -> fields.duration("f", 0));
		assertRefused("f", "9223372036854775807", (fields) -> fields.instant("f"));
		assertRefused("f", "yes", (fields) -> fields.flag("f"));
		assertThatIllegalArgumentException().isThrownBy(() -> field("nonce", "1").nonce());
	}

	@Test
	void fieldIsTakenOnce() {
		RecordFields fields = field("token", "7");
		assertThatIllegalArgumentException().isThrownBy(fields::end).withMessageContaining("later version");
		fields.token();
		fields.end();
		assertThatIllegalArgumentException().isThrownBy(fields::token).withMessageContaining("no field 'token'");
	}

	@Test
	void metadataLengthIsLimited() {
		Map<String, String> longest = Map.of("k", "v".repeat(Acquire.MAX_METADATA - 1));
		assertThat(new RecordFields(Map.of(), longest).metadata()).isEqualTo(longest);
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new RecordFields(Map.of(), Map.of("kk", "v".repeat(Acquire.MAX_METADATA - 1))))
			.withMessageContaining("metadata is too long");
	}

}
