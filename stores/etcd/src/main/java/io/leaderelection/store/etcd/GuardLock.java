/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.regex.Pattern;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;

/**
 * Prevents other candidates from acquiring a term while its etcd lease is alive.
 *
 * @param term the nonce and the fencing token of the term, as text
 * @param lease the id of the etcd lease that the key is attached to
 */
record GuardLock(String term, long lease) {

	private static final Pattern TERM = Pattern.compile("[0-9a-f]{32} [1-9][0-9]{0,18}");

	/** Returns the value of the guard lock of a term. */
	static StoredValue<GuardLock> of(TermRecord record, long lease) {
		String term = record.nonce() + " " + record.token();
		return new StoredValue<>(ByteString.copyFromUtf8(term), new GuardLock(term, lease), null);
	}

	/**
	 * Parses the value of a guard lock.
	 * @throws IllegalArgumentException if it is anything else; the message names the
	 * problem and quotes nothing
	 */
	static GuardLock parse(KeyValue value) {
		String term = value.getValue().toStringUtf8();
		if (value.getLease() == 0) {
			throw new IllegalArgumentException("it is attached to no lease and would never expire");
		}
		if (!TERM.matcher(term).matches()) {
			throw new IllegalArgumentException("its value is not a nonce and a token");
		}
		return new GuardLock(term, value.getLease());
	}

	boolean isOf(TermRecord record) {
		return isOf(record.nonce(), record.token());
	}

	boolean isOf(Nonce nonce, long token) {
		return this.term.equals(nonce + " " + token);
	}

	boolean isOf(Nonce nonce) {
		return this.term.startsWith(nonce + " ");
	}

}
