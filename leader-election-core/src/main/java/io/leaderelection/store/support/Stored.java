/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * The value that a service with a conditional write has stored for an election.
 *
 * @param record the last term, or {@code null} if there is a value without one
 * @param version what the service compares when the value is replaced; opaque. Never the
 * same for two values of an election: where a service that has lost its data counts from
 * the beginning, a former leader may replace the record of its successor
 * @param otherOwner the owner that another client has entered beside the record, or
 * {@code null} for the usual case
 */
public record Stored(@Nullable TermRecord record, Object version, @Nullable OtherOwner otherOwner) {

	private static final Nonce NONE = new Nonce(0, 0);

	/**
	 * Creates the usual value, which only this library writes.
	 * @param record the last term
	 * @param version what the service compares when the value is replaced; opaque
	 */
	public Stored(TermRecord record, Object version) {
		this(record, version, null);
	}

	/**
	 * Returns whether another client has entered its own name.
	 */
	boolean hasOtherOwner() {
		return this.otherOwner != null && !this.otherOwner.name().isEmpty()
				&& (this.record == null || !this.otherOwner.name().equals(this.record.candidate()));
	}

	/**
	 * Returns the term that is in force: the recorded one, or that of the name that
	 * another client has entered.
	 */
	@Nullable TermRecord effective() {
		OtherOwner other = this.otherOwner;
		TermRecord term = this.record;
		if (other == null || !hasOtherOwner()) {
			return term;
		}
		if (term == null) {
			return new TermRecord(LeaseStore.ABSENT, NONE, other.name(), Instant.EPOCH, other.lease(), Duration.ZERO, 0,
					false, Map.of(), Checkpoints.NONE);
		}
		Duration longerLease = (other.lease().compareTo(term.lease()) > 0) ? other.lease() : term.lease();
		return new TermRecord(term.token(), term.nonce(), other.name(), term.since(), longerLease, term.notBefore(),
				term.changes(), false, Map.of(), term.checkpoints());
	}

	/**
	 * An owner of the election that only another client has entered, or that it has
	 * removed, such as an operator with an editor.
	 *
	 * @param name its name, or an empty text if the owner of the record was removed
	 * @param lease how long it excludes others without a further change
	 * @param change a text that differs with each renewal of that client, or {@code null}
	 * for none
	 * @param remedy how an operator ends its lease, or {@code null} if other clients are
	 * meant to take part
	 */
	public record OtherOwner(String name, Duration lease, @Nullable String change, @Nullable String remedy) {

	}

}
