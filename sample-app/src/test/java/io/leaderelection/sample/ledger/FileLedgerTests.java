/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample.ledger;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for the ledger's own protection.
 */
class FileLedgerTests {

	@TempDir
	private Path directory;

	private Ledger ledger;

	@BeforeEach
	void open() {
		this.ledger = FileLedger.open(this.directory.resolve("ledger"));
	}

	@Test
	void numbersEntries() {
		this.ledger.append(5, "a", null);
		this.ledger.append(5, "a", null);
		this.ledger.append(7, "b", null);
		assertThat(this.ledger.entries()).extracting(LedgerEntry::number).containsExactly(1L, 2L, 3L);
		assertThat(this.ledger.entries()).extracting(LedgerEntry::instance).containsExactly("a", "a", "b");
		assertThat(this.ledger.latest(2)).extracting(LedgerEntry::number).containsExactly(3L, 2L);
	}

	@Test
	void refusesAndNotesAnOlderToken() {
		this.ledger.append(7, "b", null);
		assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> this.ledger.append(5, "a", null))
			.withMessageContainingAll("STALE", "5", "7", "'a'");
		assertThat(this.ledger.entries()).hasSize(1);
		assertThat(this.ledger.rejections()).singleElement()
			.satisfies((rejection) -> assertThat(rejection.staleToken()).isEqualTo(5))
			.satisfies((rejection) -> assertThat(rejection.newestToken()).isEqualTo(7))
			.satisfies((rejection) -> assertThat(rejection.instance()).isEqualTo("a"));
	}

	@Test
	void incompleteLineOfAKilledWriterIsIgnored() throws Exception {
		this.ledger.append(5, "a", null);
		Files.writeString(this.directory.resolve("ledger/ledger.tsv"), "2\t9\t2026-", StandardOpenOption.APPEND);
		assertThat(this.ledger.entries()).hasSize(1);
		this.ledger.append(6, "é", null);
		this.ledger.append(6, "é", null);
		assertThat(this.ledger.entries()).extracting(LedgerEntry::number).containsExactly(1L, 2L, 3L);
		assertThat(this.ledger.entries()).extracting(LedgerEntry::fencingToken).containsExactly(5L, 6L, 6L);
	}

	@Test
	void writerCannotForgeALine() {
		this.ledger.append(5, "a\n2\t9\t2026-01-01T00:00:00Z\tb", null);
		assertThat(this.ledger.entries()).hasSize(1);
		assertThat(this.ledger.entries().get(0).fencingToken()).isEqualTo(5);
	}

	@Test
	void threadsWithLedgersOfTheirOwnTakeTurns() throws Exception {
		List<Callable<Void>> writers = new ArrayList<>();
		for (int i = 0; i < 4; i++) {
			Ledger own = FileLedger.open(this.directory.resolve("ledger"));
			writers.add(() -> {
				for (int j = 0; j < 25; j++) {
					own.append(1, "writer", null);
				}
				return null;
			});
		}
		ExecutorService threads = Executors.newFixedThreadPool(writers.size());
		try {
			for (Future<Void> writer : threads.invokeAll(writers)) {
				writer.get();
			}
		}
		finally {
			threads.shutdownNow();
		}
		assertThat(this.ledger.entries()).extracting(LedgerEntry::number)
			.containsExactlyElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
	}

	@Test
	void tickHasOneEntryAfterARepeat() {
		Instant noon = Instant.parse("2026-11-24T12:00:00Z");
		LedgerEntry first = this.ledger.append(5, "a", noon);
		assertThat(this.ledger.append(6, "b", noon)).isEqualTo(first);
		assertThat(this.ledger.append(6, "b", noon.plusSeconds(1)).tick()).isEqualTo(noon.plusSeconds(1));
		assertThat(this.ledger.entries()).hasSize(2);
		assertThat(this.ledger.repeats()).containsExactly(new Repeat(noon, 5, 6));
	}

}
