/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.StoredTerm;

/**
 * The last term of an election, as a store keeps it. Nothing in it is an instant that
 * decides anything: both durations count from the moment at which this state of the
 * record was written, and the store says how long ago that was. A store that has no other
 * source for it keeps that moment as a field of its own, and reads a negative age as
 * zero.
 *
 * @param token the fencing token
 * @param nonce drawn for the attempt that won the term
 * @param candidate the id of the candidate whose term it is
 * @param since when the candidate asked for it, by its own wall clock; for display
 * @param lease how long the term lives, in whole milliseconds
 * @param notBefore how long a former leader may still believe, in whole milliseconds
 * @param changes how often the record was written since the term began, so that each
 * renewal is a change that others see
 * @param released whether the term was given up
 * @param metadata the candidate's metadata
 * @param checkpoints what leaders left for their successors
 */
public record TermRecord(long token, Nonce nonce, String candidate, Instant since, Duration lease, Duration notBefore,
		long changes, boolean released, Map<String, String> metadata, Checkpoints checkpoints) {

	public TermRecord {
		metadata = Map.copyOf(metadata);
	}

	/**
	 * The record of a new term.
	 * @param command the attempt that wins it
	 * @param token its token
	 * @param lease its lease
	 * @param notBefore how long a former leader may still believe
	 * @param checkpoints what the predecessors left
	 * @return the record, not released
	 */
	static TermRecord of(Acquire command, long token, Duration lease, Duration notBefore, Checkpoints checkpoints) {
		return new TermRecord(token, command.nonce(), command.candidate(), command.at(), lease, notBefore, 0, false,
				command.metadata(), checkpoints);
	}

	/**
	 * Whether it is of a term. Both are compared: after a loss of data two terms may bear
	 * one token, but never one nonce.
	 * @param nonce the nonce of the term
	 * @param token its token
	 * @return whether this is its record, released or not
	 */
	public boolean isTerm(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

	/**
	 * The same term, written anew.
	 * @param notBefore how long a former leader may still believe, from now
	 * @return the record with one more change
	 */
	public TermRecord touched(Duration notBefore) {
		return new TermRecord(this.token, this.nonce, this.candidate, this.since, this.lease, notBefore,
				this.changes + 1, this.released, this.metadata, this.checkpoints);
	}

	/**
	 * The same term, given up.
	 * @param notBefore how long a former leader may still believe, from now
	 * @return the record with one more change
	 */
	public TermRecord asReleased(Duration notBefore) {
		return new TermRecord(this.token, this.nonce, this.candidate, this.since, this.lease, notBefore,
				this.changes + 1, true, this.metadata, this.checkpoints);
	}

	/**
	 * The same record with other checkpoints.
	 * @param checkpoints the checkpoints
	 * @return the record
	 */
	public TermRecord with(Checkpoints checkpoints) {
		return new TermRecord(this.token, this.nonce, this.candidate, this.since, this.lease, this.notBefore,
				this.changes, this.released, this.metadata, checkpoints);
	}

	/**
	 * Writes the record as text that people can read, too.
	 * @param own further fields of the store, by name
	 * @return the text, in UTF-8
	 */
	public byte[] format(Map<String, ?> own) {
		Map<String, Object> fields = new LinkedHashMap<>(own);
		fields.put("token", this.token);
		fields.put("nonce", this.nonce);
		fields.put("candidate", this.candidate);
		fields.put("since", this.since.toEpochMilli());
		fields.put("lease", this.lease.toMillis());
		fields.put("not-before", this.notBefore.toMillis());
		fields.put("changes", this.changes);
		fields.put("released", this.released);
		if (!this.checkpoints.equals(Checkpoints.NONE)) {
			fields.put("checkpoint-version", this.checkpoints.version());
			fields.put("checkpoints", this.checkpoints.text());
		}
		return RecordText.format(fields, this.metadata);
	}

	/**
	 * Takes the record from what {@link #format} wrote.
	 * @param fields what {@link RecordText#parse} read; the store's own fields stay in it
	 * @return the record
	 * @throws IllegalArgumentException if a field is absent or garbage; the message
	 * completes a sentence about the record, and quotes nothing of it
	 */
	public static TermRecord take(RecordFields fields) {
		return new TermRecord(fields.token(), fields.nonce(), fields.candidate(), fields.instant("since"),
				fields.duration("lease", 1), fields.duration("not-before", 0),
				fields.number("changes", 0, StoredTerm.MAX_TOKEN), fields.flag("released"), fields.metadata(),
				fields.checkpoints());
	}

	/**
	 * Reads what {@link #format} wrote without further fields.
	 * @param text the text, or anything else
	 * @return the record
	 * @throws IllegalArgumentException if it is anything else; the message completes a
	 * sentence about the record, and quotes nothing of it
	 */
	public static TermRecord parse(byte[] text) {
		RecordFields fields = RecordText.parse(text);
		TermRecord record = take(fields);
		fields.end();
		return record;
	}

}
