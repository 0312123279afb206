/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

import com.google.protobuf.ByteString;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;

/**
 * A record as text that {@code etcdctl} shows: a line for each field. What is read is
 * checked and bounded.
 */
final class RecordFormat {

	private static final String FIRST = "leader-election 1";

	private static final String METADATA = "metadata.";

	private static final int MAX_BYTES = 64 * 1024;

	private static final long MAX_MILLIS = Duration.ofDays(366).toMillis();

	private RecordFormat() {
	}

	static ByteString format(LeaseRecord record) {
		Map<String, String> fields = new LinkedHashMap<>();
		fields.put("token", Long.toString(record.token()));
		fields.put("nonce", record.nonce().toString());
		fields.put("candidate", record.candidate());
		fields.put("since", Long.toString(record.since().toEpochMilli()));
		fields.put("duration", Long.toString(record.duration().toMillis()));
		fields.put("kept", Long.toString(record.kept().toMillis()));
		fields.put("not-before", Long.toString(record.notBefore().toMillis()));
		fields.put("changes", Long.toString(record.changes()));
		fields.put("released", Boolean.toString(record.released()));
		new TreeMap<>(record.metadata()).forEach((name, value) -> fields.put(METADATA + name, value));
		StringBuilder text = new StringBuilder(FIRST);
		fields.forEach((name, value) -> text.append('\n')
			.append(RecordText.escape(name))
			.append('=')
			.append(RecordText.escape(value)));
		return ByteString.copyFromUtf8(text.toString());
	}

	/**
	 * Reads what {@link #format} wrote.
	 * @throws IllegalArgumentException if it is anything else; the message says what, and
	 * quotes nothing
	 */
	static LeaseRecord parse(ByteString bytes) {
		Map<String, String> fields = new HashMap<>();
		Map<String, String> metadata = new HashMap<>();
		String[] lines = decode(bytes).split("\n", -1);
		require(lines[0].equals(FIRST), "it does not begin with '" + FIRST + "'");
		for (int i = 1; i < lines.length; i++) {
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
				Duration.ofMillis(number(fields, "duration", 1, MAX_MILLIS)),
				Duration.ofMillis(number(fields, "kept", 1, MAX_MILLIS)),
				Duration.ofMillis(number(fields, "not-before", 0, MAX_MILLIS)),
				number(fields, "changes", 0, LeaseStore.MAX_TOKEN), flag(fields, "released"), metadata);
		require(fields.isEmpty(), "it has fields of a later version");
		int size = metadata.entrySet().stream().mapToInt((it) -> it.getKey().length() + it.getValue().length()).sum();
		require(size <= Acquire.MAX_METADATA, "its metadata is too long");
		return record;
	}

	private static String decode(ByteString bytes) {
		require(bytes.size() <= MAX_BYTES, "it is too long");
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(bytes.asReadOnlyByteBuffer()).toString();
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
