/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.TreeMap;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;

/**
 * A record whose text also has the names of its election, for stores whose own names or
 * keys cannot have every character.
 *
 * @param key the election
 * @param term its last term
 */
public record NamedRecord(ElectionKey key, TermRecord term) {

	private static final String NAMESPACE = "namespace";

	private static final String ELECTION = "election";

	/**
	 * Formats the record as text that people can read, too.
	 * @return the text, in UTF-8
	 */
	public byte[] format() {
		TreeMap<String, String> names = new TreeMap<>();
		names.put(NAMESPACE, this.key.namespace());
		names.put(ELECTION, this.key.election());
		return this.term.format(names);
	}

	/**
	 * Parses the result of {@link #format}.
	 * @param text the text, or anything else
	 * @param key the election that it has to belong to
	 * @return the last term
	 * @throws IllegalArgumentException if it is anything else; the message completes a
	 * sentence about the record, and does not quote it
	 */
	public static TermRecord parse(byte[] text, ElectionKey key) {
		RecordFields fields = RecordText.parse(text);
		if (!key.equals(takeKey(fields))) {
			throw new IllegalArgumentException("it belongs to another election");
		}
		TermRecord term = TermRecord.take(fields);
		fields.end();
		return term;
	}

	/**
	 * Returns the election of a text, such as one that a watch shows. The rest of the
	 * text may be garbage.
	 * @param text the text, or anything else
	 * @return the election
	 * @throws IllegalArgumentException if it names none
	 */
	public static ElectionKey keyOf(byte[] text) {
		return takeKey(RecordText.parse(text));
	}

	private static ElectionKey takeKey(RecordFields fields) {
		return new ElectionKey(fields.text(NAMESPACE, ElectionKey.MAX_LENGTH),
				fields.text(ELECTION, ElectionKey.MAX_LENGTH));
	}

}
