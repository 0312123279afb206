/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.Nonce;
import org.jspecify.annotations.Nullable;

/**
 * What a Lease object says of an election. Lengths of time and instants are in
 * milliseconds.
 *
 * @param token the fencing token of the term
 * @param nonce the nonce of the term
 * @param candidate whose term it is
 * @param since when it was asked for, by the wall clock of the candidate
 * @param duration the lease duration
 * @param notBefore how long its holder had to wait still when this was written
 * @param released whether the term was given up
 * @param renewals how often it was written since the term began, so that every renewal is
 * a change
 * @param metadata what the holder tells about itself
 * @param holder what {@code spec} says of the holder
 */
record LeaseRecord(long token, Nonce nonce, String candidate, long since, long duration, long notBefore,
		boolean released, long renewals, Map<String, String> metadata, Holder holder) {

	static LeaseRecord of(Acquire command, long token, long notBefore) {
		return new LeaseRecord(token, command.nonce(), command.candidate(), command.at().toEpochMilli(),
				command.duration().toMillis(), notBefore, false, 0, command.metadata(),
				new Holder(command.candidate(), null, 0));
	}

	boolean isNonce(Nonce nonce) {
		return this.nonce.equals(nonce);
	}

	boolean isTerm(Nonce nonce, long token) {
		return isNonce(nonce) && this.token == token && isUntouched();
	}

	/** Whether nobody has changed the holder behind the back of the store. */
	boolean isUntouched() {
		return this.holder.name().equals(this.released ? "" : this.candidate);
	}

	/**
	 * Whether somebody has entered another holder, such as an elector of another kind.
	 */
	boolean isTaken() {
		return !isUntouched() && !this.holder.name().isEmpty() && !this.holder.name().equals(this.candidate);
	}

	/** Whether it keeps others out for as long as it lives. */
	boolean keepsOut() {
		return !this.released || isTaken();
	}

	/** How long it lives after a change. */
	long lifetime() {
		return isTaken() ? Math.max(this.duration, this.holder.duration()) : this.duration;
	}

	/** Whether two looks saw the same: nobody has written a term in between. */
	boolean isSameAs(LeaseRecord other) {
		return this.token == other.token && this.nonce.equals(other.nonce) && this.renewals == other.renewals
				&& this.released == other.released && this.duration == other.duration
				&& this.notBefore == other.notBefore && isTaken() == other.isTaken()
				&& (!isTaken() || this.holder.equals(other.holder));
	}

	LeaseRecord renewed(long notBefore) {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, notBefore,
				this.released, this.renewals + 1, this.metadata, this.holder);
	}

	LeaseRecord asReleased(long notBefore) {
		return new LeaseRecord(this.token, this.nonce, this.candidate, this.since, this.duration, notBefore, true,
				this.renewals + 1, this.metadata, new Holder("", null, 0));
	}

	/**
	 * The holder as other tools see it.
	 *
	 * @param name the identity; empty if there is none
	 * @param renewed when it last renewed, as it wrote it; {@code null} if it did not
	 * @param duration the lease duration in milliseconds; 0 if there is none
	 */
	record Holder(String name, @Nullable String renewed, long duration) {

	}

}
