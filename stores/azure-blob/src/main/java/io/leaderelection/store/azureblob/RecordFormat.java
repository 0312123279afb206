/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;

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
		fields.put("candidate", RecordText.escape(record.candidate()));
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
		new TreeMap<>(record.metadata()).forEach((name, value) -> lines.append(RecordText.escape(name))
			.append('=')
			.append(RecordText.escape(value))
			.append('\n'));
		return lines.toString().getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * Reads what was written.
	 * @throws IllegalArgumentException if it is anything else; the message says what, and
	 * quotes nothing
	 */
	static LeaseRecord parse(Map<String, String> metadata, byte[] content) {
		Map<String, String> fields = new HashMap<>();
		metadata.forEach((name, value) -> fields.put(name.toLowerCase(Locale.ROOT), value));
		require(VERSION.equals(fields.get("format")), "its metadata has no 'format' that is " + VERSION);
		String candidate = RecordText.unescape(field(fields, "candidate"));
		require(!candidate.isEmpty() && candidate.length() <= Acquire.MAX_CANDIDATE,
				"its 'candidate' is empty or too long");
		return new LeaseRecord(number(fields, "token", 1, LeaseStore.MAX_TOKEN), Nonce.parse(field(fields, "nonce")),
				candidate, Instant.ofEpochMilli(number(fields, "since", -LeaseStore.MAX_TOKEN, LeaseStore.MAX_TOKEN)),
				Duration.ofMillis(number(fields, "duration", 1, MAX_DURATION)),
				number(fields, "notbefore", 0, LeaseStore.MAX_TOKEN), flag(fields, "released"),
				number(fields, "renewals", 0, LeaseStore.MAX_TOKEN), entries(content));
	}

	private static Map<String, String> entries(byte[] content) {
		Map<String, String> entries = new HashMap<>();
		int size = 0;
		String text = new String(content, StandardCharsets.US_ASCII);
		require(text.isEmpty() || text.endsWith("\n"), "its content is cut off");
		for (String line : text.lines().toList()) {
			int separator = line.indexOf('=');
			require(separator >= 0, "its content has a line without '='");
			String name = RecordText.unescape(line.substring(0, separator));
			String value = RecordText.unescape(line.substring(separator + 1));
			require(entries.put(name, value) == null, "its content repeats a name");
			size += name.length() + value.length();
		}
		require(size <= Acquire.MAX_METADATA, "its content is too long");
		return entries;
	}

	private static String field(Map<String, String> fields, String name) {
		String value = fields.get(name);
		if (value == null) {
			throw new IllegalArgumentException("its metadata has no '" + name + "'");
		}
		return value;
	}

	private static long number(Map<String, String> fields, String name, long smallest, long largest) {
		String value = field(fields, name);
		// The shape that was written: no sign but a minus, no leading zeros
		require(value.matches("0|-?[1-9][0-9]{0,18}"), "its '" + name + "' is not a number");
		try {
			long number = Long.parseLong(value);
			require(number >= smallest && number <= largest, "its '" + name + "' is out of range");
			return number;
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("its '" + name + "' is out of range", ex);
		}
	}

	private static boolean flag(Map<String, String> fields, String name) {
		String value = field(fields, name);
		require(value.equals("true") || value.equals("false"), "its '" + name + "' is neither true nor false");
		return value.equals("true");
	}

	private static void require(boolean condition, String problem) {
		if (!condition) {
			throw new IllegalArgumentException(problem);
		}
	}

}
