/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.event;

import java.time.Duration;
import java.time.Instant;

import io.leaderelection.LeaderAbsence;
import io.leaderelection.LeaderElections;

/**
 * Event published when an election has had no known leader for
 * {@code leader-election.vacancy-threshold}, or for a lease duration if that is not set.
 * Published once per vacancy, on every instance, including paused ones.
 */
@SuppressWarnings("serial")
public class LeaderAbsentEvent extends LeaderElectionEvent {

	private final transient LeaderAbsence absence;

	/**
	 * Creates the event.
	 * @param source the elections of this instance
	 * @param absence the vacancy
	 */
	public LeaderAbsentEvent(LeaderElections source, LeaderAbsence absence) {
		super(source, absence.election());
		this.absence = absence;
	}

	/**
	 * Returns the start of the vacancy, by this process's wall clock.
	 * @return the start of the vacancy
	 */
	public Instant getSince() {
		return this.absence.since();
	}

	/**
	 * Returns the length of the vacancy at the time of this event.
	 * @return the length
	 */
	public Duration getLength() {
		return this.absence.length();
	}

}
