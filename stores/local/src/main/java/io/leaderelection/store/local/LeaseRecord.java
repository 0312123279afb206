/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.RecordFields;
import io.leaderelection.store.RecordText;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * The record of an election, with the values that only a file needs.
 *
 * @param term the latest term
 * @param writtenAt when the record was written, in milliseconds of the machine's clock
 * @param lockFile the identity of the lock file that the writer had locked
 */
record LeaseRecord(TermRecord term, long writtenAt, String lockFile) {

	private static final int MAX_LOCK_FILE = 256;

	Nonce nonce() {
		return this.term.nonce();
	}

	/**
	 * Returns whether a record has a nonce but another token, so that its lock must be
	 * kept.
	 */
	static boolean isOfAnotherToken(@Nullable LeaseRecord record, Nonce nonce, long token) {
		return record != null && record.nonce().equals(nonce) && record.term().token() != token;
	}

	/**
	 * Returns a copy that makes the next leader wait until this term is over.
	 */
	LeaseRecord asAbandoned() {
		Duration notBefore = (this.term.lease().compareTo(this.term.notBefore()) > 0) ? this.term.lease()
				: this.term.notBefore();
		return new LeaseRecord(this.term.touched(notBefore), this.writtenAt, this.lockFile);
	}

	/** Returns the content of the record's file. */
	byte[] format(ElectionKey key) {
		Map<String, Object> own = new LinkedHashMap<>();
		own.put("namespace", key.namespace());
		own.put("election", key.election());
		own.put("written-at", this.writtenAt);
		own.put("lock-file", this.lockFile);
		return this.term.format(own);
	}

	/**
	 * Decodes the output of {@link #format}.
	 * @throws IllegalArgumentException if it is malformed; the message describes the
	 * problem without quoting the content
	 */
	static LeaseRecord parse(ElectionKey key, byte[] bytes) {
		RecordFields fields = RecordText.parse(bytes);
		boolean sameNamespace = fields.text("namespace", ElectionKey.MAX_LENGTH).equals(key.namespace());
		boolean sameElection = fields.text("election", ElectionKey.MAX_LENGTH).equals(key.election());
		if (!sameNamespace || !sameElection) {
			throw new IllegalArgumentException("it belongs to another election");
		}
		LeaseRecord record = new LeaseRecord(TermRecord.take(fields),
				fields.number("written-at", 0, StoredTerm.MAX_TOKEN), fields.text("lock-file", MAX_LOCK_FILE));
		fields.end();
		return record;
	}

}
