/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;

/**
 * A record as text: a line for each field, a first line with the version and a last one
 * that shows that nothing is missing. What is read is checked and bounded.
 */
final class RecordFormat {

	/** Longer data is garbage; the largest legal record is about half of it. */
	private static final int MAX_BYTES = 64 * 1024;

	private static final String FIRST = "leader-election-record 1";

	private static final String LAST = "end";

	private static final String METADATA = "m:";

	private static final long MAX_MILLIS = Duration.ofDays(366).toMillis();

	private RecordFormat() {
	}

	static byte[] format(LeaseRecord record) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("token", Long.toString(record.token()));
		fields.put("nonce", record.nonce().toString());
		fields.put("candidate", record.candidate());
		fields.put("since", Long.toString(record.since().toEpochMilli()));
		fields.put("lease", Long.toString(record.lease().toMillis()));
		fields.put("waiting", Long.toString(record.waiting().toMillis()));
		fields.put("released", Boolean.toString(record.released()));
		record.metadata().forEach((name, value) -> fields.put(METADATA + name, value));
		StringBuilder text = new StringBuilder(FIRST).append('\n');
		fields.forEach((name, value) -> text.append(RecordText.escape(name))
			.append('=')
			.append(RecordText.escape(value))
			.append('\n'));
		return text.append(LAST).append('\n').toString().getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Reads what {@link #format} wrote.
	 * @throws IllegalArgumentException if it is anything else; the message says what, and
	 * quotes nothing
	 */
	static LeaseRecord parse(byte[] bytes) {
		require(bytes.length <= MAX_BYTES, "it is longer than " + MAX_BYTES + " bytes");
		String[] lines = decode(bytes).split("\n", -1);
		require(lines.length >= 3 && lines[0].equals(FIRST), "it does not begin with '" + FIRST + "'");
		require(lines[lines.length - 2].equals(LAST) && lines[lines.length - 1].isEmpty(), "its end is missing");
		Map<String, String> fields = new HashMap<>();
		Map<String, String> metadata = new HashMap<>();
		for (int i = 1; i < lines.length - 2; i++) {
			int separator = lines[i].indexOf('=');
			require(separator > 0, "line " + (i + 1) + " has no name");
			String name = RecordText.unescape(lines[i].substring(0, separator));
			String value = RecordText.unescape(lines[i].substring(separator + 1));
			String former = name.startsWith(METADATA) ? metadata.put(name.substring(METADATA.length()), value)
					: fields.put(name, value);
			require(former == null, "line " + (i + 1) + " repeats a name");
		}
		LeaseRecord record = new LeaseRecord(number(fields, "token", 1, LeaseStore.MAX_TOKEN),
				Nonce.parse(take(fields, "nonce")), candidate(fields),
				Instant.ofEpochMilli(number(fields, "since", -LeaseStore.MAX_TOKEN, LeaseStore.MAX_TOKEN)),
				Duration.ofMillis(number(fields, "lease", 1, MAX_MILLIS)),
				Duration.ofMillis(number(fields, "waiting", 0, MAX_MILLIS)), flag(fields, "released"), metadata);
		require(fields.isEmpty(), "it has fields of a later version");
		int size = metadata.entrySet().stream().mapToInt((it) -> it.getKey().length() + it.getValue().length()).sum();
		require(size <= Acquire.MAX_METADATA, "its metadata is too long");
		return record;
	}

	private static String decode(byte[] bytes) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
		}
		catch (CharacterCodingException ex) {
			throw new IllegalArgumentException("it is not UTF-8 text", ex);
		}
	}

	private static String take(Map<String, String> fields, String name) {
		String value = fields.remove(name);
		if (value == null) {
			throw new IllegalArgumentException("it has no field '" + name + "'");
		}
		return value;
	}

	private static String candidate(Map<String, String> fields) {
		String value = take(fields, "candidate");
		require(!value.isEmpty() && value.length() <= Acquire.MAX_CANDIDATE,
				"its field 'candidate' is empty or too long");
		return value;
	}

	private static long number(Map<String, String> fields, String name, long smallest, long largest) {
		String value = take(fields, name);
		try {
			long number = Long.parseLong(value);
			require(number >= smallest && number <= largest, "its field '" + name + "' is out of range");
			return number;
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("its field '" + name + "' is not a number", ex);
		}
	}

	private static boolean flag(Map<String, String> fields, String name) {
		String value = take(fields, name);
		require(value.equals("true") || value.equals("false"), "its field '" + name + "' is neither true nor false");
		return value.equals("true");
	}

	private static void require(boolean condition, String problem) {
		if (!condition) {
			throw new IllegalArgumentException(problem);
		}
	}

}
