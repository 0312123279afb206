/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;

/**
 * The content of an election's Lease object.
 *
 * @param term the last term, from the annotation
 * @param holder the part of {@code spec} about the holder
 */
record LeaseRecord(TermRecord term, Holder holder) {

	/**
	 * Returns the content of an object without the annotation: there is no term, but a
	 * owner that may renew its lease.
	 */
	static LeaseRecord of(Holder holder) {
		TermRecord none = new TermRecord(LeaseStore.ABSENT, new Nonce(0, 0), "", Instant.EPOCH, holder.lease(),
				Duration.ZERO, 0, true, Map.of(), Checkpoints.NONE);
		return new LeaseRecord(none, holder);
	}

	/** Returns whether another client has changed {@code holderIdentity}. */
	boolean isChangedByOthers() {
		return !this.holder.name().equals(this.term.released() ? "" : this.term.candidate());
	}

	/**
	 * Returns whether another client has entered its own identity, such as a client-go
	 * elector.
	 */
	boolean hasOtherHolder() {
		return !this.holder.name().isEmpty() && !this.holder.name().equals(this.term.candidate());
	}

	/**
	 * Returns the term that is in force: the recorded one, or that of the identity that
	 * another client has entered.
	 */
	TermRecord effectiveTerm() {
		if (!hasOtherHolder()) {
			return this.term;
		}
		Duration longerLease = (this.holder.lease().compareTo(this.term.lease()) > 0) ? this.holder.lease()
				: this.term.lease();
		return new TermRecord(this.term.token(), this.term.nonce(), this.holder.name(), this.term.since(), longerLease,
				this.term.notBefore(), this.term.changes(), false, Map.of(), this.term.checkpoints());
	}

	/**
	 * Returns whether both contain the same term, so that none was written in between.
	 */
	boolean isSameAs(LeaseRecord other) {
		return this.term.equals(other.term) && hasOtherHolder() == other.hasOtherHolder()
				&& (!hasOtherHolder() || this.holder.equals(other.holder));
	}

	/**
	 * The {@code holderIdentity} that other tools see.
	 *
	 * @param name the identity; empty if there is none
	 * @param renewed the renew time as it was written, or {@code null} if there is none
	 * @param lease the lease duration; zero if there is none
	 */
	record Holder(String name, @Nullable String renewed, Duration lease) {

	}

}
