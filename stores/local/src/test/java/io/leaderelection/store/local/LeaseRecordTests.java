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
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.TermRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

	@Test
	void everyCutIsGarbage() {
		byte[] bytes = this.text.getBytes(StandardCharsets.UTF_8);
		for (int length = 0; length < bytes.length; length++) {
			String cut = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
			assertThatIllegalArgumentException().as("%d bytes", length).isThrownBy(() -> parse(cut));
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			token=7             | token=0
			token=7             | token=-7
			token=7             | token=4611686018427387905
			token=7             | token=9223372036854775808
			token=7             | token=x
			token=7             | taken=7
			lease=15000         | lease=0
			lease=15000         | lease=-1
			lease=15000         | lease=9223372036854775807
			written-at=20000    | written-at=9223372036854775807
			written-at=20000    | written-at=-1
			not-before=3        | not-before=9223372036854775807
			released=false      | released=maybe
			candidate=host-1    | candidate=
			candidate=host-1    | candidate
			candidate=host-1    | candidate=\\u12
			candidate=host-1    | candidate=\\x0041
			candidate=host-1    | candidate=\\uzzzz
			election=billing    | election=Billing
			namespace=orders    | namespace=other
			leader-election-record 1 | leader-election-record 2
			nonce=0000000000000001fffffffffffffffe | nonce=1
			""")
	void everyWrongFieldIsGarbage(String right, String wrong) {
		assertThat(this.text).contains(right);
		assertThatIllegalArgumentException().isThrownBy(() -> parse(this.text.replace(right, wrong)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "color=red", "token=8", "m:=again", "=", "" })
	void anotherLineIsGarbage(String line) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> parse(this.text.replace("\nend\n", "\n" + line + "\nend\n")));
	}

	@Test
	void tooLongValueIsGarbage() {
		assertThatIllegalArgumentException().isThrownBy(() -> parse(text(with("c".repeat(256), ""))));
		assertThatIllegalArgumentException().isThrownBy(() -> parse(text(with("c", "x".repeat(4097)))));
		LeaseRecord largest = with("c".repeat(255), "\ud800".repeat(4095));
		assertThat(parse(text(largest))).isEqualTo(largest);
		assertThat(largest.format(KEY)).hasSizeLessThan(RecordText.MAX_BYTES / 2);
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

	@Test
	void theLargestTokenIsLegal() {
		assertThat(parse(this.text.replace("token=7", "token=" + StoredTerm.MAX_TOKEN)).term().token())
			.isEqualTo(StoredTerm.MAX_TOKEN);
	}

	private static LeaseRecord with(String candidate, String value) {
		return new LeaseRecord(new TermRecord(1, new Nonce(1, 2), candidate, Instant.EPOCH, Duration.ofSeconds(1),
				Duration.ZERO, 0, false, Map.of("k", value), Checkpoints.NONE), 1, "f");
	}

	private static String text(LeaseRecord record) {
		return new String(record.format(KEY), StandardCharsets.UTF_8);
	}

	private static LeaseRecord parse(String text) {
		return LeaseRecord.parse(KEY, text.getBytes(StandardCharsets.UTF_8));
	}

}
