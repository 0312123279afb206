/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;

/**
 * A record as the text of its node. What is read is checked and bounded.
 */
final class RecordFormat {

	private RecordFormat() {
	}

	static byte[] format(LeaseRecord record) {
		Map<String, Object> fields = new LinkedHashMap<>();
		fields.put("token", record.token());
		fields.put("nonce", record.nonce());
		fields.put("candidate", record.candidate());
		fields.put("since", record.since().toEpochMilli());
		fields.put("lease", record.lease().toMillis());
		fields.put("waiting", record.waiting().toMillis());
		fields.put("released", record.released());
		return RecordText.format(fields, record.metadata());
	}

	/**
	 * Reads what {@link #format} wrote.
	 * @throws IllegalArgumentException if it is anything else; the message says what, and
	 * quotes nothing
	 */
	static LeaseRecord parse(byte[] bytes) {
		RecordFields fields = RecordText.parse(bytes);
		LeaseRecord record = new LeaseRecord(fields.token(), fields.nonce(), fields.candidate(),
				fields.instant("since"), fields.duration("lease", 1), fields.duration("waiting", 0),
				fields.flag("released"), fields.metadata());
		fields.end();
		return record;
	}

}
