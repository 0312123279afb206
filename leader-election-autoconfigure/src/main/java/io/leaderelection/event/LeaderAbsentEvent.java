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
 * Nobody has been known to lead for {@code leader-election.vacancy-threshold}, or for a
 * lease where that is not set. Published once a vacancy, on every instance, also on
 * paused ones.
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
	 * The start of the vacancy, by this process's wall clock.
	 * @return since when nobody is known to lead
	 */
	public Instant getSince() {
		return this.absence.since();
	}

	/**
	 * The length of the vacancy by the time of this event.
	 * @return the length
	 */
	public Duration getLength() {
		return this.absence.length();
	}

}
