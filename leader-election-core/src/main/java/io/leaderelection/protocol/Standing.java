/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

/**
 * The state of a candidate in one election that other threads may read: immutable, so
 * that one volatile read gives a consistent picture.
 *
 * @param state the state of the candidate
 * @param unconfirmed whether the store has yet to confirm the term, because a clock
 * jumped or the connection was lost
 * @param fencingToken the token of the candidate's own term, or 0 if it has none
 * @param bounds how long that term is valid, or {@code null} if there is none or it is
 * being released
 * @param withheldBy the reasons not to contend; empty if there is none
 * @param suspended the {@linkplain SuspensionNote note} that suspends the election of
 * another candidate, as the record last showed it, or {@code null}
 */
public record Standing(ElectionState state, boolean unconfirmed, long fencingToken, @Nullable TermBounds bounds,
		Set<TransitionCause> withheldBy, @Nullable String suspended) {

	/** The standing of a candidate that does not contend. */
	public static final Standing NONE = new Standing(ElectionState.STOPPED, false, 0, null, Set.of(), null);

	/**
	 * Returns whether the candidate leads and accepts new work.
	 * @param ticker the ticker now, in nanoseconds
	 * @param wall the wall clock now, in milliseconds
	 * @return whether it leads
	 */
	public boolean leads(long ticker, long wall) {
		TermBounds bounds = this.bounds;
		return this.state == ElectionState.LEADER && bounds != null && !this.unconfirmed && bounds.hold(ticker, wall);
	}

	/**
	 * Returns whether running work of a term may continue.
	 * @param token the token of the term
	 * @param ticker the ticker now, in nanoseconds
	 * @param wall the wall clock now, in milliseconds
	 * @return whether the term is valid
	 */
	public boolean valid(long token, long ticker, long wall) {
		TermBounds bounds = this.bounds;
		return this.fencingToken == token && bounds != null && !this.unconfirmed
				&& (this.state == ElectionState.LEADER || this.state == ElectionState.DRAINING)
				&& bounds.hold(ticker, wall);
	}

}
