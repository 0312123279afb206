/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.event;

import io.leaderelection.Leader;
import io.leaderelection.LeaderChange;
import io.leaderelection.LeaderElections;
import org.jspecify.annotations.Nullable;

/**
 * Event published on every instance when the known leader changes, or is no longer known.
 */
@SuppressWarnings("serial")
public class LeaderChangedEvent extends LeaderElectionEvent {

	private final transient @Nullable Leader previous;

	private final transient @Nullable Leader current;

	/**
	 * Creates the event.
	 * @param source the elections of this instance
	 * @param change the change
	 */
	public LeaderChangedEvent(LeaderElections source, LeaderChange change) {
		super(source, change.election());
		this.previous = change.previous();
		this.current = change.current();
	}

	/**
	 * Returns the previously known leader.
	 * @return the leader, or {@code null} if there was none
	 */
	public @Nullable Leader getPrevious() {
		return this.previous;
	}

	/**
	 * Returns the leader that is known now.
	 * @return the leader, or {@code null} if the election is vacant
	 */
	public @Nullable Leader getCurrent() {
		return this.current;
	}

}
