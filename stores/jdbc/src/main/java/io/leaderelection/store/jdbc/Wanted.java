/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.EscapedText;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * A command with its values in the form that the statements take.
 *
 * @param item the position of the command in the caller's batch
 * @param command the command itself
 * @param nonce the command's nonce, or an empty string
 * @param token the token of the term, or the token that the candidate last saw
 * @param acquire the other values of an acquire
 * @param checkpoints the checkpoints of a renewal, or {@link Checkpoints#NONE}
 */
public record Wanted(int item, Command command, String nonce, long token, Term acquire, Checkpoints checkpoints) {

	/** The same order on every instance, which prevents deadlocks. */
	static final Comparator<Wanted> LOCK_ORDER = Comparator.comparing((Wanted wanted) -> wanted.key().namespace())
		.thenComparing((wanted) -> wanted.key().election());

	private static final Term NONE = new Term("", 0, 0, 0, "");

	static Wanted of(int item, Acquire command) {
		Term term = new Term(EscapedText.escape(command.candidate()), command.at().toEpochMilli(),
				command.duration().toMillis(), command.tokenFloor(), EscapedText.format(command.metadata()));
		return new Wanted(item, command, command.nonce().toString(), command.seenToken(), term, Checkpoints.NONE);
	}

	static Wanted of(int item, Renew command) {
		Checkpoints carried = command.checkpoints();
		return new Wanted(item, command, command.nonce().toString(), command.token(), NONE,
				(carried != null) ? carried : Checkpoints.NONE);
	}

	static Wanted of(int item, Release command) {
		return new Wanted(item, command, command.nonce().toString(), command.token(), NONE, Checkpoints.NONE);
	}

	static Wanted of(int item, ElectionKey key) {
		return new Wanted(item, new Observe(key), "", 0, NONE, Checkpoints.NONE);
	}

	/**
	 * Returns the key of the record.
	 * @return the key
	 */
	public ElectionKey key() {
		return this.command.key();
	}

	/**
	 * Returns the first part of the key.
	 * @return the namespace in UTF-8
	 */
	public byte[] namespace() {
		return utf8(key().namespace());
	}

	/**
	 * Returns the second part of the key.
	 * @return the election's name in UTF-8
	 */
	public byte[] election() {
		return utf8(key().election());
	}

	private static byte[] utf8(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * The values of a new term.
	 *
	 * @param candidate the candidate, escaped
	 * @param since the candidate's wall clock, in milliseconds
	 * @param duration the lease, in milliseconds
	 * @param tokenFloor a number that the new token must exceed
	 * @param metadata the metadata, escaped
	 */
	public record Term(String candidate, long since, long duration, long tokenFloor, String metadata) {

	}

}
