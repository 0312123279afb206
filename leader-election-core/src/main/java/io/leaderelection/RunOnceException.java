/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import org.jspecify.annotations.Nullable;

/**
 * Thrown by {@link LeaderElections#runOnce} if this candidate did not do the work, and
 * does not know that it was done.
 */
public class RunOnceException extends LeaderElectionException {

	private static final long serialVersionUID = 1L;

	private final String name;

	private final transient @Nullable Leader leader;

	/**
	 * Creates the exception.
	 * @param name the name of the work
	 * @param reason why the caller waits no longer, and what to do, as whole sentences
	 * @param leader who leads the election of the work, or {@code null} if nobody is
	 * known to
	 */
	public RunOnceException(String name, String reason, @Nullable Leader leader) {
		super("Work '" + name + "', which is done once, is not known to be done. " + reason);
		this.name = name;
		this.leader = leader;
	}

	public String getName() {
		return this.name;
	}

	/**
	 * Returns the leader of the work's election when the wait ended.
	 * @return the candidate, or {@code null} if none was known or after deserialization
	 */
	public @Nullable Leader getLeader() {
		return this.leader;
	}

}
