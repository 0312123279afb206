/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;

/**
 * A record as the text of its file. What is read is checked and bounded.
 */
final class RecordFormat {

	private static final int MAX_LOCK_FILE = 256;

	private RecordFormat() {
	}

	static byte[] format(ElectionKey key, LeaseRecord record) {
		Map<String, Object> fields = new LinkedHashMap<>();
		fields.put("namespace", key.namespace());
		fields.put("election", key.election());
		fields.put("token", record.token());
		fields.put("nonce", record.nonce());
		fields.put("candidate", record.candidate());
		fields.put("since", record.since().toEpochMilli());
		fields.put("duration", record.duration().toMillis());
		fields.put("expires-at", record.expiresAt());
		fields.put("not-before", record.notBefore());
		fields.put("released", record.released());
		fields.put("lock-file", record.lockFile());
		return RecordText.format(fields, record.metadata());
	}

	/**
	 * Refuses a record that would be garbage when read.
	 * @throws IllegalArgumentException if a value is out of bounds; the message says
	 * which
	 */
	static void check(ElectionKey key, LeaseRecord record) {
		parse(key, format(key, record));
	}

	/**
	 * Reads what {@link #format} wrote.
	 * @throws IllegalArgumentException if it is anything else; the message says what, and
	 * quotes nothing
	 */
	static LeaseRecord parse(ElectionKey key, byte[] bytes) {
		RecordFields fields = RecordText.parse(bytes);
		boolean sameNamespace = fields.text("namespace", ElectionKey.MAX_LENGTH).equals(key.namespace());
		boolean sameElection = fields.text("election", ElectionKey.MAX_LENGTH).equals(key.election());
		if (!sameNamespace || !sameElection) {
			throw new IllegalArgumentException("it belongs to another election");
		}
		LeaseRecord record = new LeaseRecord(fields.token(), fields.nonce(), fields.candidate(),
				fields.instant("since"), fields.duration("duration", 1),
				fields.number("expires-at", 0, LeaseStore.MAX_TOKEN),
				fields.number("not-before", 0, LeaseStore.MAX_TOKEN), fields.flag("released"),
				fields.text("lock-file", MAX_LOCK_FILE), fields.metadata());
		fields.end();
		return record;
	}

}
