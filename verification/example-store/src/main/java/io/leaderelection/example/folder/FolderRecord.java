/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * The content of a record's file.
 *
 * @param term the last term of the election
 * @param writtenAt when the file was written, in milliseconds of the machine's clock
 */
record FolderRecord(TermRecord term, long writtenAt) {

	/** Returns the file of an election, whose name may have any characters. */
	static Path file(Path folder, ElectionKey key) {
		byte[] name = (key.namespace() + '\0' + key.election()).getBytes(StandardCharsets.UTF_8);
		return folder.resolve(UUID.nameUUIDFromBytes(name) + ".record");
	}

	/**
	 * Reads the record of an election. The file is untrusted.
	 * @return the record, or {@code null} if there is none
	 * @throws GarbageRecordException if the file is not a record of this election
	 */
	static @Nullable FolderRecord read(Path folder, ElectionKey key) {
		Path file = file(folder, key);
		try {
			return Files.exists(file) ? parse(RecordText.parse(Files.readAllBytes(file)), key) : null;
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("The record of election '" + key + "' in '" + file + "' is garbage: "
					+ ex.getMessage() + ". Stop all instances that contend in this election, then delete the file");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static FolderRecord parse(RecordFields fields, ElectionKey key) {
		String namespace = fields.text("namespace", ElectionKey.MAX_LENGTH);
		String election = fields.text("election", ElectionKey.MAX_LENGTH);
		if (!namespace.equals(key.namespace()) || !election.equals(key.election())) {
			throw new IllegalArgumentException("it belongs to another election");
		}
		FolderRecord record = new FolderRecord(TermRecord.take(fields),
				fields.number("written-at", 0, StoredTerm.MAX_TOKEN));
		fields.end();
		return record;
	}

	/** Replaces the record as a whole, so that no reader sees a part of it. */
	void write(Path folder, ElectionKey key) {
		byte[] text = this.term
			.format(Map.of("namespace", key.namespace(), "election", key.election(), "written-at", this.writtenAt));
		try {
			Files.move(Files.write(folder.resolve("next"), text), file(folder, key), StandardCopyOption.ATOMIC_MOVE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns what is left of the lease by the machine's clock. */
	Evidence evidence(long now) {
		// Both readings are truncated to milliseconds, so up to one less may have passed
		return Evidence.of(this.term, Duration.ofMillis(Math.max(0, now - this.writtenAt - 1)));
	}

}
