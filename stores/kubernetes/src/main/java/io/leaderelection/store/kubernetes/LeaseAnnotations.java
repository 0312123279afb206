/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the annotations that contain the last term of an election, one for
 * each field. Annotations are untrusted when they are read.
 */
final class LeaseAnnotations {

	/** The prefix of the names of all annotations and labels. */
	static final String DOMAIN = "leaderelection.io/";

	private static final String VERSION = "1";

	private LeaseAnnotations() {
	}

	static Map<String, String> write(ElectionKey key, TermRecord term) {
		Map<String, Object> fields = new LinkedHashMap<>();
		fields.put("format", VERSION);
		fields.put("namespace", key.namespace());
		fields.put("election", key.election());
		fields.put("token", term.token());
		fields.put("nonce", term.nonce());
		fields.put("candidate", term.candidate());
		fields.put("acquired-at", term.since().toEpochMilli());
		fields.put("duration", term.lease().toMillis());
		fields.put("not-before", term.notBefore().toMillis());
		fields.put("released", term.released());
		fields.put("renewals", term.changes());
		fields.put("metadata", new String(RecordText.format(Map.of(), term.metadata()), StandardCharsets.UTF_8));
		if (!term.checkpoints().equals(Checkpoints.NONE)) {
			fields.put("checkpoint-version", term.checkpoints().version());
			fields.put("checkpoints", term.checkpoints().text());
		}
		Map<String, String> annotations = new LinkedHashMap<>();
		fields.forEach((name, value) -> annotations.put(DOMAIN + name, value.toString()));
		return annotations;
	}

	/**
	 * Parses annotations written by {@link #write}.
	 * @return the term, or {@code null} if no annotation describes one
	 * @throws IllegalArgumentException if the annotations are anything else; the message
	 * completes a sentence about the record
	 */
	static @Nullable TermRecord read(Map<String, String> annotations, ElectionKey key) {
		Map<String, String> named = new HashMap<>();
		annotations.forEach((name, value) -> {
			if (name.startsWith(DOMAIN)) {
				named.put(name.substring(DOMAIN.length()), value);
			}
		});
		if (named.isEmpty()) {
			return null;
		}
		require(VERSION.equals(named.get("format")), "it is not of format " + VERSION);
		require(key.namespace().equals(named.get("namespace")) && key.election().equals(named.get("election")),
				"it is another election's");
		RecordFields fields = new RecordFields(named, Map.of());
		byte[] metadata = fields.text("metadata", RecordText.MAX_BYTES).getBytes(StandardCharsets.UTF_8);
		return new TermRecord(fields.token(), fields.nonce(), fields.candidate(), fields.instant("acquired-at"),
				fields.duration("duration", 1), fields.duration("not-before", 0),
				fields.number("renewals", 0, StoredTerm.MAX_TOKEN), fields.flag("released"),
				RecordText.parse(metadata).metadata(), fields.checkpoints());
	}

	/**
	 * Returns the election of an object.
	 * @return the key, or {@code null} if the annotations do not name a valid election
	 */
	static @Nullable ElectionKey key(Map<String, String> annotations) {
		String namespace = annotations.get(DOMAIN + "namespace");
		String election = annotations.get(DOMAIN + "election");
		try {
			return (namespace != null && election != null) ? new ElectionKey(namespace, election) : null;
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

	private static void require(boolean condition, String problem) {
		if (!condition) {
			throw new IllegalArgumentException(problem);
		}
	}

}
