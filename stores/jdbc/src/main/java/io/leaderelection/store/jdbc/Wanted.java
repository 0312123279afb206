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
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

/**
 * A command with its values in the form that the statements take.
 *
 * @param item the position of the command in the caller's batch
 * @param command the command itself
 * @param nonce the command's nonce, or an empty string
 * @param token the token of the term, or the token that the candidate last saw
 */
public record Wanted(int item, Command command, String nonce, long token) {

	/** The same order on every instance, which prevents deadlocks. */
	static final Comparator<Wanted> LOCK_ORDER = Comparator.comparing((Wanted wanted) -> wanted.key().namespace())
		.thenComparing((wanted) -> wanted.key().election());

	static Wanted of(int item, Command command) {
		if (command instanceof Acquire acquire) {
			return new Wanted(item, command, acquire.nonce().toString(), acquire.seenToken());
		}
		if (command instanceof Renew renew) {
			return new Wanted(item, command, renew.nonce().toString(), renew.token());
		}
		return (command instanceof Release release)
				? new Wanted(item, command, release.nonce().toString(), release.token())
				: new Wanted(item, command, "", 0);
	}

	/**
	 * Returns the key of the record.
	 * @return the key
	 */
	public ElectionKey key() {
		return this.command.key();
	}

	byte[] namespace() {
		return key().namespace().getBytes(StandardCharsets.UTF_8);
	}

	byte[] election() {
		return key().election().getBytes(StandardCharsets.UTF_8);
	}

	Acquire acquire() {
		return (Acquire) this.command;
	}

	/** Returns the checkpoints that a renewal carries, otherwise none. */
	Checkpoints checkpoints() {
		Checkpoints carried = (this.command instanceof Renew renew) ? renew.checkpoints() : null;
		return (carried != null) ? carried : Checkpoints.NONE;
	}

}
