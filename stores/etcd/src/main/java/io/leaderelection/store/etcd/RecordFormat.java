/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.LinkedHashMap;
import java.util.Map;

import com.google.protobuf.ByteString;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;

/**
 * A record as text that {@code etcdctl} shows. What is read is checked and bounded.
 */
final class RecordFormat {

	private RecordFormat() {
	}

	static ByteString format(LeaseRecord record) {
		Map<String, Object> fields = new LinkedHashMap<>();
		fields.put("token", record.token());
		fields.put("nonce", record.nonce());
		fields.put("candidate", record.candidate());
		fields.put("since", record.since().toEpochMilli());
		fields.put("duration", record.duration().toMillis());
		fields.put("kept", record.kept().toMillis());
		fields.put("not-before", record.notBefore().toMillis());
		fields.put("changes", record.changes());
		fields.put("released", record.released());
		return ByteString.copyFrom(RecordText.format(fields, record.metadata()));
	}

	/**
	 * Reads what {@link #format} wrote.
	 * @throws IllegalArgumentException if it is anything else; the message says what, and
	 * quotes nothing
	 */
	static LeaseRecord parse(ByteString bytes) {
		RecordFields fields = RecordText.parse(bytes.toByteArray());
		LeaseRecord record = new LeaseRecord(fields.token(), fields.nonce(), fields.candidate(),
				fields.instant("since"), fields.duration("duration", 1), fields.duration("kept", 1),
				fields.duration("not-before", 0), fields.number("changes", 0, LeaseStore.MAX_TOKEN),
				fields.flag("released"), fields.metadata());
		fields.end();
		return record;
	}

}
