/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.Partition;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Preference;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one election, or of all elections without settings of their own. A
 * partition has those of the partitioned election. Immutable.
 *
 * @param timing the durations
 * @param tenure how long this candidate leads at most. Has no effect on an engine that
 * always leads, because it cannot hand over
 * @param preference the preference of this candidate to lead, or {@code null} if it
 * neither bids nor observes bids of others. Has no effect on an engine that always leads,
 * or never
 * @param autoStartup whether this candidate contends as soon as it is started. Otherwise
 * it is paused from the beginning, and only observes until
 * {@link io.leaderelection.LeaderElection#resume()}
 * @param partitions into how many partitions the election is divided, which the engine
 * joins: from 1 to {@link Partition#MAX_PARTITIONS}, or {@code null} for an election that
 * is led as a whole
 */
public record ElectionSettings(ElectionTiming timing, Tenure tenure, @Nullable Preference preference,
		boolean autoStartup, @Nullable Integer partitions) {

	/** Settings with derived durations, no preference and no partitions. */
	public static final ElectionSettings DEFAULT = of(ElectionTiming.builder().build());

	/**
	 * Returns settings with a timing, and the defaults otherwise.
	 * @param timing the durations
	 * @return the settings
	 */
	public static ElectionSettings of(ElectionTiming timing) {
		return new ElectionSettings(timing, Tenure.UNLIMITED, null, true, null);
	}

	/**
	 * Returns these settings with another timing.
	 * @param timing the durations
	 * @return the settings
	 */
	public ElectionSettings withTiming(ElectionTiming timing) {
		return new ElectionSettings(timing, this.tenure, this.preference, this.autoStartup, this.partitions);
	}

	/**
	 * Returns these settings with another tenure.
	 * @param tenure how long this candidate leads at most
	 * @return the settings
	 */
	public ElectionSettings withTenure(Tenure tenure) {
		return new ElectionSettings(this.timing, tenure, this.preference, this.autoStartup, this.partitions);
	}

	/**
	 * Returns these settings with another preference.
	 * @param preference the preference, or {@code null} for none
	 * @return the settings
	 */
	public ElectionSettings withPreference(@Nullable Preference preference) {
		return new ElectionSettings(this.timing, this.tenure, preference, this.autoStartup, this.partitions);
	}

	/**
	 * Returns these settings, with which a candidate contends at once or is paused.
	 * @param autoStartup whether this candidate contends as soon as it is started
	 * @return the settings
	 */
	public ElectionSettings withAutoStartup(boolean autoStartup) {
		return new ElectionSettings(this.timing, this.tenure, this.preference, autoStartup, this.partitions);
	}

	/**
	 * Returns these settings with another number of partitions.
	 * @param partitions the number, or {@code null} for an election that is led as a
	 * whole
	 * @return the settings
	 */
	public ElectionSettings withPartitions(@Nullable Integer partitions) {
		return new ElectionSettings(this.timing, this.tenure, this.preference, this.autoStartup, partitions);
	}

}
