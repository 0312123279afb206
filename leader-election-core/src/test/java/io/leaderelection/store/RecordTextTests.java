/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RecordTextTests {

	private static final Map<String, String> METADATA = Map.of("zone", "eu=1", "a\\",
			"\n\ud800\u0000\u0085\ud83d\ude00", "", "");

	private final String text = text(Map.of("token", 7L), METADATA);

	private static String text(Map<String, ?> fields, Map<String, String> metadata) {
		return new String(RecordText.format(fields, metadata), StandardCharsets.UTF_8);
	}

	private static RecordFields parse(String text) {
		return RecordText.parse(text.getBytes(StandardCharsets.UTF_8));
	}

	@Test
	void fieldsKeepTheirOrderAndMetadataIsSorted() {
		Map<String, Object> fields = new LinkedHashMap<>();
		fields.put("token", 7L);
		fields.put("released", false);
		fields.put("candidate", "host=1");
		assertThat(text(fields, METADATA)).isEqualTo("""
				leader-election-record 1
				token=7
				released=false
				candidate=host~003d1
				m:=
				m:a~005c=~000a~d800~0000~0085~d83d~de00
				m:zone=eu~003d1
				end
				""");
	}

	@Test
	void writtenRecordIsReadBack() {
		RecordFields fields = parse(this.text);
		assertThat(fields.token()).isEqualTo(7);
		assertThat(fields.metadata()).isEqualTo(METADATA);
		fields.end();
	}

	@Test
	void everyCutIsGarbage() {
		byte[] bytes = this.text.getBytes(StandardCharsets.UTF_8);
		for (int length = 0; length < bytes.length; length++) {
			String cut = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
			assertThatIllegalArgumentException().as("%d bytes", length).isThrownBy(() -> parse(cut));
		}
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "token=8", "m:=again", "=", "", "color", "a=~12", "a=\\u0041", "a=~zzzz", "a=~", "a=\u00e9" })
	void anotherLineIsGarbage(String line) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> parse(this.text.replace("\nend\n", "\n" + line + "\nend\n")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "x", "end\n", "leader-election-record 1\nend", "leader-election-record 2\nend\n",
			"{\"token\":1}" })
	void anythingElseIsGarbage(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(text));
	}

	@Test
	void hugeAndBinaryContentIsGarbage() {
		assertThatIllegalArgumentException().isThrownBy(() -> RecordText.parse(new byte[] { (byte) 0xff, 0 }))
			.withMessageContaining("does not begin");
		assertThatIllegalArgumentException().isThrownBy(() -> RecordText.parse(new byte[RecordText.MAX_BYTES + 1]))
			.withMessageContaining("longer");
	}

	@Test
	void largestRecordIsFarFromTheLimit() {
		Map<String, String> longest = Map.of("k", "\ud800".repeat(Acquire.MAX_METADATA - 1));
		assertThat(RecordText.format(Map.of("candidate", "\ud800".repeat(Acquire.MAX_CANDIDATE)), longest))
			.hasSizeLessThan(RecordText.MAX_BYTES / 2);
	}

}
