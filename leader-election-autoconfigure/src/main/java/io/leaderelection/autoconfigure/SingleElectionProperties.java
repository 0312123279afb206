/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * Configuration properties of one election. Those that are not set have the value of
 * {@link LeaderElectionProperties}, which explains them.
 *
 * @param leaseDuration Duration of a lease without renewal.
 * @param renewInterval Interval at which the leader renews its lease.
 * @param operationTimeout Timeout of a command to the store.
 * @param safetyMargin Time by which a leader considers its lease expired earlier than the
 * store, to cover clocks that run at different rates; at least 20 ms.
 * @param retryInterval Polling interval when neither the end of the lease nor a
 * notification is known.
 * @param drainTimeout Maximum time that a voluntary handover waits for running work.
 * @param coolDown Time that an instance does not contend after it has stepped down.
 * @param maxTerm Maximum duration of a term before the leader hands over, shortened by a
 * random part of up to a twentieth; 0s for no limit.
 * @param relinquishCron Cron expression of the times at which the leader hands over, in
 * Spring's format with six fields; - for never.
 * @param relinquishZone Time zone of relinquish-cron, such as Europe/Berlin.
 * @param eligibleWhen Names of health contributors or health groups.
 * @param ineligibleAfter Time that an instance may be unhealthy before it hands over.
 * @param priority Priority of this instance.
 * @param preemptAfter Time that an instance must have contended before it asks the leader
 * to hand over.
 * @param spread Whether to spread elections evenly over the instances.
 * @param autoStartup Whether to contend automatically at startup.
 * @param partitions Number of partitions that the election is divided into, from 1 to
 * 1024, the same on every instance. By default, the election is led as a whole.
 * @param start Ids of listener containers, or names of Lifecycle beans, to start on the
 * leader only.
 */
public record SingleElectionProperties(@Nullable Duration leaseDuration, @Nullable Duration renewInterval,
		@Nullable Duration operationTimeout, @Nullable Duration safetyMargin, @Nullable Duration retryInterval,
		@Nullable Duration drainTimeout, @Nullable Duration coolDown, @Nullable Duration maxTerm,
		@Nullable String relinquishCron, @Nullable String relinquishZone, @Nullable List<String> eligibleWhen,
		@Nullable Duration ineligibleAfter, @Nullable Integer priority, @Nullable Duration preemptAfter,
		@Nullable Boolean spread, @Nullable Boolean autoStartup, @Nullable Integer partitions,
		List<String> start) implements ElectionProperties {

	/** Sets the default, because the binder passes {@code null} for what is not set. */
	public SingleElectionProperties {
		start = Objects.requireNonNullElse(start, List.of());
	}

}
