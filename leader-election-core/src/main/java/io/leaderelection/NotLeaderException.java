/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when work that only the leader may do is called on a candidate that does not
 * lead.
 */
public class NotLeaderException extends LeaderElectionException {

	private static final long serialVersionUID = 1L;

	private final String election;

	private final transient @Nullable Leader leader;

	/**
	 * Creates the exception.
	 * @param election the name of the election
	 * @param leader the known leader, or {@code null} if there is none
	 */
	public NotLeaderException(String election, @Nullable Leader leader) {
		this(election, leader, null);
	}

	/**
	 * Creates the exception.
	 * @param election the name of the election
	 * @param leader the known leader, or {@code null} if there is none
	 * @param suspension why the election is suspended, or {@code null} if it is not known
	 * to be
	 */
	public NotLeaderException(String election, @Nullable Leader leader, @Nullable Suspension suspension) {
		super("Not the leader of election '" + election + "': "
				+ ((suspension != null)
						? "it is suspended" + ((suspension.since() != null) ? " since " + suspension.since() : "")
								+ ", because: " + suspension.reason()
								+ ((leader != null) ? "; '" + leader.id() + "' keeps its lease" : "")
						: (leader != null) ? "'" + leader.id() + "' leads" : "nobody is known to lead"));
		this.election = election;
		this.leader = leader;
	}

	public String getElection() {
		return this.election;
	}

	/**
	 * Returns the known leader when the call was refused.
	 * @return the leader, or {@code null} if there was none or after deserialization
	 */
	public @Nullable Leader getLeader() {
		return this.leader;
	}

}
