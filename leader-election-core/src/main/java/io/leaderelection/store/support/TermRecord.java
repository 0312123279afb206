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
 * The last term of an election, as a store keeps it. No instant in it has an effect: both
 * durations count from the moment when this state of the record was written, and the
 * store knows how long ago that was. A store without another source for this moment keeps
 * it in an additional field, and treats a negative age as zero.
 *
 * @param token the fencing token
 * @param nonce the nonce of the attempt that won the term
 * @param candidate the id of the candidate that has the term
 * @param since when the candidate requested it, by its own wall clock; for display
 * @param lease how long the term lasts, in whole milliseconds
 * @param notBefore how long a former leader may still believe that it leads, in whole
 * milliseconds
 * @param changes how often the record was written during the term, so that others see
 * each renewal as a change
 * @param released whether the term was released
 * @param metadata the candidate's metadata
 * @param checkpoints the checkpoints of the election
 */
public record TermRecord(long token, Nonce nonce, String candidate, Instant since, Duration lease, Duration notBefore,
		long changes, boolean released, Map<String, String> metadata, Checkpoints checkpoints) {

	public TermRecord {
		metadata = Map.copyOf(metadata);
	}

	/**
	 * Returns the record of a new term.
	 * @param command the acquire that wins it
	 * @param token its token
	 * @param lease its lease
	 * @param notBefore how long a former leader may still believe that it leads
	 * @param checkpoints the checkpoints of the predecessors
	 * @return the record, not released
	 */
	static TermRecord of(Acquire command, long token, Duration lease, Duration notBefore, Checkpoints checkpoints) {
		return new TermRecord(token, command.nonce(), command.candidate(), command.at(), lease, notBefore, 0, false,
				command.metadata(), checkpoints);
	}

	/**
	 * Returns whether this is the record of a term. Compares nonce and token, because
	 * after a loss of data two terms may have the same token, but never the same nonce.
	 * @param nonce the nonce of the term
	 * @param token its token
	 * @return whether this is its record, released or not
	 */
	public boolean isTerm(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

	/**
	 * Returns the record of the same term after another write.
	 * @param notBefore how long a former leader may still believe that it leads, from now
	 * @return the record with one more change
	 */
	public TermRecord touched(Duration notBefore) {
		return new TermRecord(this.token, this.nonce, this.candidate, this.since, this.lease, notBefore,
				this.changes + 1, this.released, this.metadata, this.checkpoints);
	}

	/**
	 * Returns the record of the same term after its release.
	 * @param notBefore how long a former leader may still believe that it leads, from now
	 * @return the record with one more change
	 */
	public TermRecord asReleased(Duration notBefore) {
		return new TermRecord(this.token, this.nonce, this.candidate, this.since, this.lease, notBefore,
				this.changes + 1, true, this.metadata, this.checkpoints);
	}

	/**
	 * Returns the same record with other checkpoints.
	 * @param checkpoints the checkpoints
	 * @return the record
	 */
	public TermRecord with(Checkpoints checkpoints) {
		return new TermRecord(this.token, this.nonce, this.candidate, this.since, this.lease, this.notBefore,
				this.changes, this.released, this.metadata, checkpoints);
	}

	/**
	 * Formats the record as text that people can read, too.
	 * @param own additional fields of the store, by name
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
	 * Takes the record from the fields of a text of {@link #format}.
	 * @param fields the fields from {@link RecordText#parse}; additional fields of the
	 * store stay in it
	 * @return the record
	 * @throws IllegalArgumentException if a field is absent or garbage; the message
	 * completes a sentence about the record, and does not quote it
	 */
	public static TermRecord take(RecordFields fields) {
		return new TermRecord(fields.token(), fields.nonce(), fields.candidate(), fields.instant("since"),
				fields.duration("lease", 1), fields.duration("not-before", 0),
				fields.number("changes", 0, StoredTerm.MAX_TOKEN), fields.flag("released"), fields.metadata(),
				fields.checkpoints());
	}

	/**
	 * Parses the result of {@link #format} without additional fields.
	 * @param text the text, or anything else
	 * @return the record
	 * @throws IllegalArgumentException if it is anything else; the message completes a
	 * sentence about the record, and does not quote it
	 */
	public static TermRecord parse(byte[] text) {
		RecordFields fields = RecordText.parse(text);
		TermRecord record = take(fields);
		fields.end();
		return record;
	}

}
