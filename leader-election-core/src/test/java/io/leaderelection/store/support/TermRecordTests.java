/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TermRecordTests {

	private static final TermRecord RECORD = new TermRecord(7, new Nonce(1, 2), "host=1\\ \n\u00e9",
			Instant.ofEpochMilli(1234), Duration.ofSeconds(15), Duration.ofMillis(3), 4, false,
			Map.of("k=\n", "v\u0000\ud83d\ude00", "", ""), Checkpoints.NONE);

	private static final String TEXT = new String(RECORD.format(Map.of()), StandardCharsets.UTF_8);

	@Test
	void writtenRecordIsReadBack() {
		assertThat(TermRecord.parse(RECORD.format(Map.of()))).isEqualTo(RECORD);
		TermRecord released = RECORD.asReleased(Duration.ZERO);
		assertThat(TermRecord.parse(released.format(Map.of()))).isEqualTo(released);
	}

	@Test
	void checkpointsAreWrittenIfThereAreAny() {
		assertThat(TEXT).doesNotContain("checkpoint");
		TermRecord noted = RECORD.with(Checkpoints.of(3, Map.of("page", "7")));
		assertThat(TermRecord.parse(noted.format(Map.of()))).isEqualTo(noted);
	}

	@Test
	void eachWriteCountsUpFromTheFirst() {
		TermRecord first = new TermRecord(7, new Nonce(1, 2), "own", Instant.EPOCH, Duration.ofSeconds(15),
				Duration.ZERO, 0, false, Map.of(), Checkpoints.NONE);
		assertThat(first.touched(Duration.ZERO).changes()).isOne();
		assertThat(first.touched(Duration.ZERO).asReleased(Duration.ZERO).changes()).isEqualTo(2);
	}

	@ParameterizedTest
	@CsvSource({ "token=7,token=0", "token=7,token=4611686018427387905", "token=7,token=x", "token=7,tokens=7",
			"lease=15000,lease=0", "lease=15000,lease=-1", "lease=15000,lease=31622400001",
			"not-before=3,not-before=-1", "changes=4,changes=-1", "released=false,released=no", "record 1,record 2",
			"end,ende" })
	void valuesOutOfRangeAreRejected(String text, String replacement) {
		assertThat(TEXT).contains(text);
		assertThatIllegalArgumentException().isThrownBy(() -> parse(TEXT.replace(text, replacement)));
	}

	@Test
	void fieldsOfALaterVersionAreRejected() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(TEXT.replace("token=7", "token=7\nmore=1")))
			.withMessageContaining("later version");
	}

	private static TermRecord parse(String text) {
		return TermRecord.parse(text.getBytes(StandardCharsets.UTF_8));
	}

}
