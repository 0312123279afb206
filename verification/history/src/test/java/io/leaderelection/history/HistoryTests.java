/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HistoryTests {

	private static final HistoryEvent GRANTED = HistoryEvent.of(EventKind.GRANTED, 1, 2).in("billing").withToken(7);

	@TempDir
	Path folder;

	@Test
	void writtenEventsAreRead() {
		HistoryEvent revoked = HistoryEvent.of(EventKind.REVOKED, 3, 4)
			.in("billing")
			.withToken(7)
			.with("cause", "LOST")
			.with("note", "two words\tand a tab");
		Path file = this.folder.resolve("i1.2.history");
		try (HistoryWriter writer = HistoryWriter.open(file)) {
			writer.write(GRANTED);
		}
		try (HistoryWriter writer = HistoryWriter.open(file)) {
			writer.write(revoked);
		}
		History history = History.read(file);
		assertThat(history.process()).isEqualTo("i1.2");
		assertThat(History.instance(history.process())).isEqualTo("i1");
		assertThat(history.torn()).isFalse();
		assertThat(history.entries()).extracting(History.Entry::event).containsExactly(GRANTED, revoked);
		assertThat(history.entries().get(1).place()).isEqualTo("i1.2.history:2");
		assertThat(revoked.find("note")).isEqualTo("two_words_and_a_tab");
		assertThat(revoked.find("no")).isNull();
	}

	@Test
	void linesOfSeveralThreadsStayIntact() throws InterruptedException {
		Path file = this.folder.resolve("i1.1.history");
		try (HistoryWriter writer = HistoryWriter.open(file)) {
			List<Thread> threads = IntStream.range(0, 4).mapToObj((i) -> new Thread(() -> {
				// An interrupt, which a loss of leadership causes, closes nothing
				Thread.currentThread().interrupt();
				for (int n = 0; n < 500; n++) {
					writer.write(GRANTED.with("n", n));
				}
			})).toList();
			threads.forEach(Thread::start);
			for (Thread thread : threads) {
				thread.join();
			}
		}
		assertThat(History.read(file).entries()).hasSize(2000);
	}

	@Test
	void textAfterTheLastLineEndIsTorn() throws IOException {
		Path file = this.folder.resolve("i1.1.history");
		Files.writeString(file, GRANTED.toLine() + "\n" + GRANTED.toLine());
		History history = History.read(file);
		assertThat(history.entries()).hasSize(1);
		assertThat(history.torn()).isTrue();
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "1\t2\tGRANTED\tbilling\t7", "1\t2\tPROMOTED\tbilling\t7\t",
			"x\t2\tGRANTED\tbilling\t7\t", "2\t1\tGRANTED\tbilling\t7\t", "1\t2\tGRANTED\tbilling\t-\t",
			"1\t2\tGRANTED\t\t7\t", "1\t9\tLEADING\tbilling\t7\tfirstAfter=2 lastBefore=8",
			"1\t9\tLEADING\tbilling\t7\tfirstAfter=10 lastBefore=8 count=2",
			"1\t9\tLEADING\tbilling\t7\tfirstAfter=2 lastBefore=8 count=0", "1\t2\tWORK_BEGIN\tbilling\t7\t",
			"1\t2\tWORK_BEGIN\tbilling\t7\tn=1", "1\t2\tWORK_BEGIN\tbilling\t7\tn=1 work=play",
			"1\t2\tWORK_END\tbilling\t7\tn=1", "1\t2\tWRITE\tbilling\t7\taccepted=false",
			"1\t2\tWRITE\tbilling\t7\taccepted=maybe", "1\t2\tWRITE\tbilling\t7\taccepted=true",
			"1\t2\tSTALL\t-\t-\tgapMillis=long", "1\t2\tFAULT_BEGIN\t-\t-\tfault=kill target=i1 id=1 leader=true" })
	void malformedEventIsReportedWithItsLine(String line) throws IOException {
		Path file = this.folder.resolve("i1.1.history");
		Files.writeString(file, GRANTED.toLine() + "\n" + line + "\n" + GRANTED.toLine() + "\n");
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(() -> History.read(file))
			.withMessageContaining(file + ":2: ");
	}

	@Test
	void eventWithASeparatorInAFieldIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> GRANTED.in("a\tb"));
		assertThatIllegalArgumentException().isThrownBy(() -> GRANTED.in(""));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new HistoryEvent(1, 2, EventKind.CLOSED, HistoryEvent.NONE, null, "two\nlines"));
		assertThatIllegalArgumentException().isThrownBy(() -> HistoryEvent.of(EventKind.CLOSED, 2, 1));
	}

	@Test
	void ledgersAreRead() throws IOException {
		LedgerEntry entry = new LedgerEntry(1, 7, "i1.1", 3);
		Path file = this.folder.resolve(RunFolder.LEDGER);
		Files.writeString(file, entry.toLine() + "\n2\t7\ti1");
		assertThat(LedgerEntry.readAll(file)).containsExactly(entry);
		Files.writeString(file, entry.toLine() + "\n2\t7\ti1\n");
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(() -> LedgerEntry.readAll(file))
			.withMessageContaining("ledger:2: ");
		Files.writeString(file, "one\t7\ti1.1\t3\n");
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(() -> LedgerEntry.readAll(file))
			.withMessageContaining("ledger:1: Not a number");
	}

	@Test
	void propertiesAreReadAndMissingOnesReported() throws IOException {
		RunProperties properties = new RunProperties("redis", 42, 2000, 200, 500, 60, 5, 6,
				"./chaos redis 60 --seed 42");
		properties.write(this.folder);
		assertThat(RunProperties.read(this.folder)).isEqualTo(properties);
		Path file = this.folder.resolve(RunProperties.FILE);
		Files.writeString(file, Files.readString(file).replace("lease-millis", "lease"));
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(() -> RunProperties.read(this.folder))
			.withMessageContaining("'lease-millis' is missing");
		Files.writeString(file, Files.readString(file).replace("seed=42", "seed=many"));
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(() -> RunProperties.read(this.folder))
			.withMessageContaining("'seed' is not a number: many");
	}

}
