/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.Map;

import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * A Lease object as an election reads it.
 *
 * @param term the last term, from the annotations
 * @param holder the part of {@code spec} about the holder
 */
record LeaseRecord(TermRecord term, Holder holder) {

	/** Whether another client has changed {@code holderIdentity} without the store. */
	boolean isTouched() {
		return !this.holder.name().equals(this.term.released() ? "" : this.term.candidate());
	}

	/**
	 * Whether another client, such as an elector of another kind, has entered itself.
	 */
	private boolean isTaken() {
		return !this.holder.name().isEmpty() && !this.holder.name().equals(this.term.candidate());
	}

	/**
	 * Returns the term that keeps others out: the recorded one, or that of the identity
	 * that another client has entered.
	 */
	TermRecord shown() {
		if (!isTaken()) {
			return this.term;
		}
		Duration longer = (this.holder.lease().compareTo(this.term.lease()) > 0) ? this.holder.lease()
				: this.term.lease();
		return new TermRecord(this.term.token(), this.term.nonce(), this.holder.name(), this.term.since(), longer,
				this.term.notBefore(), this.term.changes(), false, Map.of(), this.term.checkpoints());
	}

	/** Whether two looks saw the same: nobody has written a term in between. */
	boolean isSameAs(LeaseRecord other) {
		return this.term.equals(other.term) && isTaken() == other.isTaken()
				&& (!isTaken() || this.holder.equals(other.holder));
	}

	/**
	 * The {@code holderIdentity} that other tools see.
	 *
	 * @param name the identity; empty if there is none
	 * @param renewed when it last renewed, as it wrote it; {@code null} if it did not
	 * @param lease the lease duration; zero if there is none
	 */
	record Holder(String name, @Nullable String renewed, Duration lease) {

	}

}
