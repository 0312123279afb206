/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.support.TermRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LeaseRecordTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private final LeaseRecord record = new LeaseRecord(new TermRecord(7, new Nonce(1, -2), "host-1",
			Instant.ofEpochMilli(5), Duration.ofSeconds(15), Duration.ofMillis(3), 4, false,
			Map.of("a=b\\", "x\n\ud800=\u0000\u0085\ud83d\ude00", "", ""), Checkpoints.NONE), 20_000, "(dev=1,ino=2)");

	private final String text = text(this.record);

	@Test
	void recordIsReadBackUnchanged() {
		assertThat(parse(this.text)).isEqualTo(this.record);
		LeaseRecord released = new LeaseRecord(this.record.term().asReleased(Duration.ZERO), 20_001, "f");
		assertThat(parse(text(released))).isEqualTo(released);
	}

	@ParameterizedTest
	@CsvSource({ "written-at=20000,written-at=9223372036854775807", "written-at=20000,written-at=-1",
			"lock-file=,lock-files=", "election=billing,election=Billing", "namespace=orders,namespace=other",
			"released=false,released=maybe", "'end','color=red\nend'" })
	void everyWrongFieldIsGarbage(String right, String wrong) {
		assertThat(this.text).contains(right);
		assertThatIllegalArgumentException().isThrownBy(() -> parse(this.text.replace(right, wrong)));
	}

	@Test
	void hugeOrBinaryFileIsNamedAsGarbageWithRemedy(@TempDir Path directory) throws Exception {
		ElectionFiles files = ElectionFiles.of(directory, KEY);
		RecordFile file = new RecordFile(files, "1-ab");
		assertThat(file.read()).isNull();
		for (byte[] content : new byte[][] { new byte[RecordText.MAX_BYTES + 1], { (byte) 0xff, 0 }, {} }) {
			Files.write(files.record(), content);
			assertThatExceptionOfType(GarbageRecordException.class).isThrownBy(file::read)
				.withMessageContaining(files.record().toString())
				.withMessageContaining("orders/billing")
				.withMessageContaining("delete the file");
		}
	}

	private static String text(LeaseRecord record) {
		return new String(record.format(KEY), StandardCharsets.UTF_8);
	}

	private static LeaseRecord parse(String text) {
		return LeaseRecord.parse(KEY, text.getBytes(StandardCharsets.UTF_8));
	}

}
