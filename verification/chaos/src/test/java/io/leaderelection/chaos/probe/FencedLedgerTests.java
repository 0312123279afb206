/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.leaderelection.history.LedgerEntry;
import io.leaderelection.history.RunFolder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link FencedLedger}.
 */
class FencedLedgerTests {

	@TempDir
	private Path folder;

	@Test
	void entriesOfAllWritersAreNumberedInOneOrder() throws Exception {
		assertThat(new FencedLedger(this.folder).append(5, "i1.1", 1)).isEqualTo(1);
		assertThat(new FencedLedger(this.folder).append(5, "i1.1", 2)).isEqualTo(2);
		assertThat(new FencedLedger(this.folder).append(6, "i2.1", 1)).isEqualTo(3);
		assertThat(LedgerEntry.readAll(this.folder.resolve(RunFolder.LEDGER))).containsExactly(
				new LedgerEntry(1, 5, "i1.1", 1), new LedgerEntry(2, 5, "i1.1", 2), new LedgerEntry(3, 6, "i2.1", 1));
	}

	@Test
	void staleTokenIsRefusedAndLeavesNothing() throws Exception {
		FencedLedger ledger = new FencedLedger(this.folder);
		ledger.append(6, "i2.1", 1);
		assertThat(ledger.append(5, "i1.1", 1)).isNull();
		assertThat(LedgerEntry.readAll(this.folder.resolve(RunFolder.LEDGER))).hasSize(1);
	}

	@Test
	void interruptedWriterWritesNothing() throws IOException {
		FencedLedger ledger = new FencedLedger(this.folder);
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> ledger.append(5, "i1.1", 1));
		assertThat(Files.exists(this.folder.resolve(RunFolder.LEDGER))).isFalse();
	}

	@Test
	void entryFollowsManyOthers() throws Exception {
		FencedLedger ledger = new FencedLedger(this.folder);
		for (int i = 1; i <= 200; i++) {
			assertThat(ledger.append(1767225600000L + i, "i1.1", i)).isEqualTo(i);
		}
	}

}
