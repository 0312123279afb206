/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.testkit.StoreCandidate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RecordFileTests {

	/** Without the second read, a few of these reads fail. */
	private static final int FIRST_RECORDS = 5000;

	@TempDir
	private Path directory;

	@Test
	void recordCreatedDuringTheReadIsFound() throws Exception {
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
	void unreadableRecordIsAFailure() throws IOException {
		Files.createDirectory(ElectionFiles.of(this.directory, StoreCandidate.key("e0")).record());
		assertThatExceptionOfType(FileNotFoundException.class).isThrownBy(() -> file(0, "reader").read());
	}

	@Test
	void recordWithCheckpointsSurvivesAPowerFailure() throws IOException {
		ElectionFiles files = ElectionFiles.of(this.directory, StoreCandidate.key("e0"));
		List<String> synced = new ArrayList<>();
		RecordFile file = new RecordFile(files, "writer", new RecordFile.Disk() {

			@Override
			public void sync(FileOutputStream file) throws IOException {
				RecordFile.Disk.SYSTEM.sync(file);
				synced.add("file behind version " + version(files));
			}

			@Override
			public void sync(Path directory) throws IOException {
				RecordFile.Disk.SYSTEM.sync(directory);
				assertThat(directory).isEqualTo(RecordFileTests.this.directory);
				synced.add("directory with version " + version(files));
			}

		});
		file.write(record(Checkpoints.NONE));
		assertThat(synced).isEmpty();
		file.write(record(Checkpoints.of(1, Map.of("a", "1"))));
		assertThat(synced).containsExactly("file behind version 0", "directory with version 1");
		synced.clear();
		// A plain renewal replaces what was forced
		file.write(record(Checkpoints.of(1, Map.of("a", "1"))));
		assertThat(synced).containsExactly("file behind version 1", "directory with version 1");
		synced.clear();
		file.write(record(Checkpoints.of(2, Map.of())));
		assertThat(synced).containsExactly("file behind version 1", "directory with version 2");
	}

	private static long version(ElectionFiles files) throws IOException {
		LeaseRecord record = new RecordFile(files, "reader").read();
		return (record != null) ? record.term().checkpoints().version() : -1;
	}

	private static LeaseRecord record(Checkpoints checkpoints) {
		return new LeaseRecord(new TermRecord(1, Nonce.random(), "candidate", Instant.EPOCH, Duration.ofSeconds(10),
				Duration.ZERO, 0, false, Map.of(), checkpoints), 0, "lock");
	}

	private void write(int number) {
		try {
			file(number, "writer").write(record(Checkpoints.NONE));
		}
		catch (IOException ex) {
			throw new CompletionException(ex);
		}
	}

	private RecordFile file(int number, String writer) {
		return new RecordFile(ElectionFiles.of(this.directory, StoreCandidate.key("e" + number)), writer);
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
