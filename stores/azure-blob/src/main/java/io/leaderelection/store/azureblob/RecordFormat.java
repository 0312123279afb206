/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.RecordFields;

/**
 * A record as a blob: its fields are the blob's metadata, and what the candidate tells
 * about itself is the blob's content, a line for each entry, since metadata has no room
 * for it. Both are written by one call. What is read is checked and bounded.
 */
final class RecordFormat {

	/** Longer content is garbage; the largest legal one is a third of it. */
	static final int MAX_CONTENT = 64 * 1024;

	private static final String VERSION = "1";

	private static final long MAX_DURATION = AzureBlobLeaseStoreFactory.LONGEST_LEASE.toMillis();

	private RecordFormat() {
	}

	/**
	 * The metadata of the blob. The names are those of headers, whose case may get lost.
	 */
	static Map<String, String> fields(LeaseRecord record) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("format", VERSION);
		fields.put("token", Long.toString(record.token()));
		fields.put("nonce", record.nonce().toString());
		fields.put("candidate", HeaderText.escape(record.candidate()));
		fields.put("since", Long.toString(record.since().toEpochMilli()));
		fields.put("duration", Long.toString(record.duration().toMillis()));
		fields.put("notbefore", Long.toString(record.notBefore()));
		fields.put("released", Boolean.toString(record.released()));
		fields.put("renewals", Long.toString(record.renewals()));
		return fields;
	}

	/** The content of the blob. */
	static byte[] content(LeaseRecord record) {
		StringBuilder lines = new StringBuilder();
		new TreeMap<>(record.metadata()).forEach((name, value) -> lines.append(HeaderText.escape(name))
			.append('=')
			.append(HeaderText.escape(value))
			.append('\n'));
		return lines.toString().getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Reads what was written.
	 * @throws IllegalArgumentException if it is anything else; the message says what, and
	 * quotes nothing
	 */
	static LeaseRecord parse(Map<String, String> metadata, byte[] content) {
		Map<String, String> named = new HashMap<>();
		metadata.forEach((name, value) -> named.put(name.toLowerCase(Locale.ROOT), value));
		require(VERSION.equals(named.get("format")), "its metadata has no 'format' that is " + VERSION);
		named.computeIfPresent("candidate", (name, value) -> HeaderText.unescape(value));
		RecordFields fields = new RecordFields(named, entries(content));
		return new LeaseRecord(fields.token(), fields.nonce(), fields.candidate(), fields.instant("since"),
				Duration.ofMillis(fields.number("duration", 1, MAX_DURATION)),
				fields.number("notbefore", 0, LeaseStore.MAX_TOKEN), fields.flag("released"),
				fields.number("renewals", 0, LeaseStore.MAX_TOKEN), fields.metadata());
	}

	private static Map<String, String> entries(byte[] content) {
		Map<String, String> entries = new HashMap<>();
		String text = new String(content, StandardCharsets.US_ASCII);
		require(text.isEmpty() || text.endsWith("\n"), "its content is cut off");
		for (String line : text.lines().toList()) {
			int separator = line.indexOf('=');
			require(separator >= 0, "its content has a line without '='");
			String name = HeaderText.unescape(line.substring(0, separator));
			String value = HeaderText.unescape(line.substring(separator + 1));
			require(entries.put(name, value) == null, "its content repeats a name");
		}
		return entries;
	}

	private static void require(boolean condition, String problem) {
		if (!condition) {
			throw new IllegalArgumentException(problem);
		}
	}

}
