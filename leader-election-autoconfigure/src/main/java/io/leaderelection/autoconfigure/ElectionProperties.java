/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Properties that all elections have and each may have for itself: durations, the end of
 * a tenure, eligibility, priority and whether this instance contends by itself.
 */
public class ElectionProperties extends ElectionTimingProperties {

	/**
	 * How long a term lasts at most before the leader hands over by itself, shortened by
	 * a random part of up to a twentieth; 0s for any time. Default is any time.
	 */
	private @Nullable Duration maxTerm;

	/**
	 * When the leader hands over by itself, as a Spring cron expression with six fields;
	 * - for never. Default is never.
	 */
	private @Nullable String relinquishCron;

	/**
	 * Time zone of relinquish-cron, such as Europe/Berlin. Default is that of the system.
	 */
	private @Nullable String relinquishZone;

	/**
	 * Names of health contributors or health groups: an instance contends only while all
	 * are healthy.
	 */
	private @Nullable List<String> eligibleWhen;

	/**
	 * How long an instance may be unhealthy before it hands over. Default is 10s.
	 */
	private @Nullable Duration ineligibleAfter;

	/**
	 * How much this instance would like to lead: an instance of a higher priority takes
	 * over after preempt-after. Set it on every instance, 0 on those that are not
	 * preferred. Default is that nobody is preferred.
	 */
	private @Nullable Integer priority;

	/**
	 * How long an instance must have contended before it asks the leader to hand over.
	 * Default is lease-duration.
	 */
	private @Nullable Duration preemptAfter;

	/**
	 * Whether elections are spread evenly over the instances. Default is false.
	 */
	private @Nullable Boolean spread;

	/**
	 * Whether an instance that starts contends by itself. One that does not is paused: it
	 * observes until RESUME at the endpoint, or LeaderElection.resume() in code. Default
	 * is true.
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
