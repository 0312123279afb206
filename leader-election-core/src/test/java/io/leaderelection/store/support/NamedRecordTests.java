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
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class NamedRecordTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private static final TermRecord TERM = new TermRecord(7, new Nonce(1, 2), "own", Instant.EPOCH,
			Duration.ofSeconds(15), Duration.ZERO, 0, false, Map.of(), Checkpoints.NONE);

	private static final byte[] TEXT = new NamedRecord(KEY, TERM).format();

	@Test
	void recordOfItsElectionIsReadBack() {
		assertThat(NamedRecord.parse(TEXT, KEY)).isEqualTo(TERM);
		assertThat(NamedRecord.keyOf(TEXT)).isEqualTo(KEY);
	}

	@Test
	void recordOfAnotherElectionIsRejected() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> NamedRecord.parse(TEXT, new ElectionKey("orders", "mails")))
			.withMessageContaining("another election");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> NamedRecord.parse(TEXT, new ElectionKey("shop", "billing")));
	}

	@Test
	void fieldsOfALaterVersionAreRejected() {
		String later = new String(TEXT, StandardCharsets.UTF_8).replace("token=7", "token=7\nmore=1");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> NamedRecord.parse(later.getBytes(StandardCharsets.UTF_8), KEY))
			.withMessageContaining("later version");
	}

}
