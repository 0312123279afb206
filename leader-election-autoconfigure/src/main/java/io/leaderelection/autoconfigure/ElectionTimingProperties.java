/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;

import io.leaderelection.protocol.ElectionTiming;
import org.jspecify.annotations.Nullable;

/**
 * Durations of elections. Values that are not set derive from the lease duration.
 */
public class ElectionTimingProperties {

	/**
	 * Duration of a lease without renewal. Default is 15s.
	 */
	private @Nullable Duration leaseDuration;

	/**
	 * Interval at which the leader renews its lease. Default is a third of
	 * lease-duration.
	 */
	private @Nullable Duration renewInterval;

	/**
	 * Timeout of a command to the store. Default is a fifth of lease-duration, at most
	 * 3s.
	 */
	private @Nullable Duration operationTimeout;

	/**
	 * Time by which a leader considers its lease expired earlier than the store, to cover
	 * clocks that run at different rates; at least 20 ms. Default is a tenth of
	 * lease-duration.
	 */
	private @Nullable Duration safetyMargin;

	/**
	 * Polling interval when neither the end of the lease nor a notification is known.
	 * Default is a third of lease-duration, at most 2s.
	 */
	private @Nullable Duration retryInterval;

	/**
	 * Maximum time that a voluntary handover waits for running work. Default is 20s.
	 */
	private @Nullable Duration drainTimeout;

	/**
	 * Time that an instance does not contend after it has stepped down. Default is 5s.
	 */
	private @Nullable Duration coolDown;

	public @Nullable Duration getLeaseDuration() {
		return this.leaseDuration;
	}

	public void setLeaseDuration(@Nullable Duration leaseDuration) {
		this.leaseDuration = leaseDuration;
	}

	public @Nullable Duration getRenewInterval() {
		return this.renewInterval;
	}

	public void setRenewInterval(@Nullable Duration renewInterval) {
		this.renewInterval = renewInterval;
	}

	public @Nullable Duration getOperationTimeout() {
		return this.operationTimeout;
	}

	public void setOperationTimeout(@Nullable Duration operationTimeout) {
		this.operationTimeout = operationTimeout;
	}

	public @Nullable Duration getSafetyMargin() {
		return this.safetyMargin;
	}

	public void setSafetyMargin(@Nullable Duration safetyMargin) {
		this.safetyMargin = safetyMargin;
	}

	public @Nullable Duration getRetryInterval() {
		return this.retryInterval;
	}

	public void setRetryInterval(@Nullable Duration retryInterval) {
		this.retryInterval = retryInterval;
	}

	public @Nullable Duration getDrainTimeout() {
		return this.drainTimeout;
	}

	public void setDrainTimeout(@Nullable Duration drainTimeout) {
		this.drainTimeout = drainTimeout;
	}

	public @Nullable Duration getCoolDown() {
		return this.coolDown;
	}

	public void setCoolDown(@Nullable Duration coolDown) {
		this.coolDown = coolDown;
	}

	ElectionTiming.Builder toTiming(ElectionTimingProperties inherited) {
		return ElectionTiming.builder()
			.lease(orElse(this.leaseDuration, inherited.leaseDuration))
			.renewInterval(orElse(this.renewInterval, inherited.renewInterval))
			.operationTimeout(orElse(this.operationTimeout, inherited.operationTimeout))
			.safetyMargin(orElse(this.safetyMargin, inherited.safetyMargin))
			.retryInterval(orElse(this.retryInterval, inherited.retryInterval))
			.drainTimeout(orElse(this.drainTimeout, inherited.drainTimeout))
			.coolDown(orElse(this.coolDown, inherited.coolDown));
	}

	private static @Nullable Duration orElse(@Nullable Duration value, @Nullable Duration inherited) {
		return (value != null) ? value : inherited;
	}

}
