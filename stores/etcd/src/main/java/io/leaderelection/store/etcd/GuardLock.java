/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import com.google.protobuf.ByteString;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import io.leaderelection.store.support.TermRecord;

/**
 * Prevents other candidates from acquiring a term while its etcd lease is alive.
 *
 * @param nonce the nonce of the term
 * @param token the fencing token of the term
 * @param lease the id of the etcd lease that the key is attached to
 */
record GuardLock(Nonce nonce, long token, long lease) {

	static ByteString format(Nonce nonce, long token) {
		return ByteString.copyFromUtf8(nonce + " " + token);
	}

	/**
	 * Parses a value written by {@link #format}.
	 * @throws IllegalArgumentException if the value is anything else; the message names
	 * the problem and quotes nothing
	 */
	static GuardLock parse(ByteString value, long lease) {
		if (lease == 0) {
			throw new IllegalArgumentException("it is attached to no lease and would never expire");
		}
		String text = value.toStringUtf8();
		int blank = text.indexOf(' ');
		if (blank < 0) {
			throw new IllegalArgumentException("its value is not a nonce and a token");
		}
		Nonce nonce = Nonce.parse(text.substring(0, blank));
		try {
			long token = Long.parseLong(text.substring(blank + 1));
			if (token > 0 && token <= StoredTerm.MAX_TOKEN) {
				return new GuardLock(nonce, token, lease);
			}
		}
		catch (NumberFormatException ex) {
			throw new IllegalArgumentException("its token is not a number", ex);
		}
		throw new IllegalArgumentException("its token is out of range");
	}

	boolean isOf(TermRecord record) {
		return record.isTerm(this.nonce, this.token);
	}

	boolean isOf(Nonce nonce, long token) {
		return this.nonce.equals(nonce) && this.token == token;
	}

}
