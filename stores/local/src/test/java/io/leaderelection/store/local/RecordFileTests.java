/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.store.local.StoreShell.Candidate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RecordFileTests {

	/** Without the second look, a handful of them fail. */
	private static final int FIRST_RECORDS = 5000;

	@TempDir
	private Path directory;

	@Test
	void aFirstRecordMayComeWhileItIsLookedFor() throws Exception {
		CyclicBarrier round = new CyclicBarrier(2);
		CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
			for (int i = 0; i < FIRST_RECORDS; i++) {
				await(round);
				write(i);
			}
		});
		for (int i = 0; i < FIRST_RECORDS; i++) {
			RecordFile file = file(i, "reader");
			await(round);
			LeaseRecord record;
			do {
				record = file.read();
			}
			while (record == null);
			assertThat(record.term().candidate()).isEqualTo("candidate");
		}
		writing.join();
	}

	@Test
	void whatIsThereButCannotBeReadIsAFailure() throws IOException {
		Files.createDirectory(ElectionFiles.of(this.directory, Candidate.key("e0")).record());
		assertThatExceptionOfType(FileNotFoundException.class).isThrownBy(() -> file(0, "reader").read());
	}

	private void write(int number) {
		TermRecord term = new TermRecord(1, Nonce.random(), "candidate", Instant.EPOCH, Duration.ofSeconds(10),
				Duration.ZERO, 0, false, Map.of(), Checkpoints.NONE);
		try {
			file(number, "writer").write(new LeaseRecord(term, 0, "lock"));
		}
		catch (IOException ex) {
			throw new CompletionException(ex);
		}
	}

	private RecordFile file(int number, String writer) {
		return new RecordFile(ElectionFiles.of(this.directory, Candidate.key("e" + number)), writer);
	}

	private static void await(CyclicBarrier round) {
		try {
			round.await();
		}
		catch (Exception ex) {
			throw new CompletionException(ex);
		}
	}

}
