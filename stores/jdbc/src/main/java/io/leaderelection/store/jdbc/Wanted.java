/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;

/**
 * A command as the statements take it. All dialects send a batch as one table of these.
 *
 * @param item the position of the command in the caller's batch
 * @param key the record
 * @param namespace the first half of the key, in UTF-8
 * @param election the second half of the key, in UTF-8
 * @param nonce the command's nonce, or nothing
 * @param token the token of the term, or the one that was seen
 * @param acquire what else an acquire brings
 */
record Wanted(int item, ElectionKey key, byte[] namespace, byte[] election, String nonce, long token, Term acquire) {

	/** The same order on every instance, so that no two wait for each other. */
	static final Comparator<Wanted> LOCK_ORDER = Comparator
		.comparing((Wanted wanted) -> wanted.namespace, Arrays::compareUnsigned)
		.thenComparing((wanted) -> wanted.election, Arrays::compareUnsigned);

	private static final Term NONE = new Term("", 0, 0, 0, "");

	static Wanted of(int item, Acquire command) {
		Term term = new Term(AsciiText.escape(command.candidate()), command.at().toEpochMilli(),
				command.duration().toMillis(), command.tokenFloor(), AsciiText.object(command.metadata()));
		return new Wanted(item, command.key(), utf8(command.key().namespace()), utf8(command.key().election()),
				command.nonce().toString(), command.seenToken(), term);
	}

	static Wanted of(int item, ElectionKey key, Nonce nonce, long token) {
		return new Wanted(item, key, utf8(key.namespace()), utf8(key.election()), nonce.toString(), token, NONE);
	}

	static Wanted of(int item, ElectionKey key) {
		return new Wanted(item, key, utf8(key.namespace()), utf8(key.election()), "", 0, NONE);
	}

	/** The election's name as a hint carries it. */
	String hint() {
		return AsciiText.escape(this.key.election());
	}

	private static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * What a new term writes.
	 *
	 * @param candidate the candidate, escaped
	 * @param since the candidate's wall clock, in milliseconds
	 * @param duration the lease, in milliseconds
	 * @param tokenFloor the new token is higher
	 * @param metadata the metadata, as JSON
	 */
	record Term(String candidate, long since, long duration, long tokenFloor, String metadata) {

	}

}
