/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Properties that can be set for all elections and overridden for a single one:
 * durations, the end of a tenure, eligibility, priority and automatic start.
 */
public class ElectionProperties extends ElectionTimingProperties {

	/**
	 * Maximum duration of a term before the leader hands over, shortened by a random part
	 * of up to a twentieth; 0s for no limit. No limit by default.
	 */
	private @Nullable Duration maxTerm;

	/**
	 * Cron expression of the times at which the leader hands over, in Spring's format
	 * with six fields; - for never. Default is never.
	 */
	private @Nullable String relinquishCron;

	/**
	 * Time zone of relinquish-cron, such as Europe/Berlin. Default is the system's time
	 * zone.
	 */
	private @Nullable String relinquishZone;

	/**
	 * Names of health contributors or health groups. An instance contends only while all
	 * of them are healthy.
	 */
	private @Nullable List<String> eligibleWhen;

	/**
	 * Time that an instance may be unhealthy before it hands over. Default is 10s.
	 */
	private @Nullable Duration ineligibleAfter;

	/**
	 * Priority of this instance. An instance of a higher priority takes over after
	 * preempt-after. Set it on every instance, 0 on those that are not preferred. Default
	 * is that no instance is preferred.
	 */
	private @Nullable Integer priority;

	/**
	 * Time that an instance must have contended before it asks the leader to hand over.
	 * Default is lease-duration.
	 */
	private @Nullable Duration preemptAfter;

	/**
	 * Whether to spread elections evenly over the instances. Default is false.
	 */
	private @Nullable Boolean spread;

	/**
	 * Whether to contend automatically at startup. Otherwise the instance is paused: it
	 * only observes until RESUME at the endpoint or LeaderElection.resume() in code.
	 * Default is true.
	 */
	private @Nullable Boolean autoStartup;

	public @Nullable Integer getPriority() {
		return this.priority;
	}

	public void setPriority(@Nullable Integer priority) {
		this.priority = priority;
	}

	public @Nullable Duration getPreemptAfter() {
		return this.preemptAfter;
	}

	public void setPreemptAfter(@Nullable Duration preemptAfter) {
		this.preemptAfter = preemptAfter;
	}

	public @Nullable Boolean getSpread() {
		return this.spread;
	}

	public void setSpread(@Nullable Boolean spread) {
		this.spread = spread;
	}

	public @Nullable Boolean getAutoStartup() {
		return this.autoStartup;
	}

	public void setAutoStartup(@Nullable Boolean autoStartup) {
		this.autoStartup = autoStartup;
	}

	public @Nullable Duration getMaxTerm() {
		return this.maxTerm;
	}

	public void setMaxTerm(@Nullable Duration maxTerm) {
		this.maxTerm = maxTerm;
	}

	public @Nullable String getRelinquishCron() {
		return this.relinquishCron;
	}

	public void setRelinquishCron(@Nullable String relinquishCron) {
		this.relinquishCron = relinquishCron;
	}

	public @Nullable String getRelinquishZone() {
		return this.relinquishZone;
	}

	public void setRelinquishZone(@Nullable String relinquishZone) {
		this.relinquishZone = relinquishZone;
	}

	public @Nullable List<String> getEligibleWhen() {
		return this.eligibleWhen;
	}

	public void setEligibleWhen(@Nullable List<String> eligibleWhen) {
		this.eligibleWhen = eligibleWhen;
	}

	public @Nullable Duration getIneligibleAfter() {
		return this.ineligibleAfter;
	}

	public void setIneligibleAfter(@Nullable Duration ineligibleAfter) {
		this.ineligibleAfter = ineligibleAfter;
	}

}
