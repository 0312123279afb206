/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of elections: directly below the prefix those of all
 * elections, below {@code leader-election.elections.<name>} those of one, which override
 * them. A value is {@code null} if it is not set.
 *
 * @param leaseDuration Duration of a lease without renewal.
 * @param renewInterval Interval at which the leader renews its lease. Default is a third
 * of lease-duration.
 * @param operationTimeout Timeout of a command to the store. Default is a fifth of
 * lease-duration, at most 3s.
 * @param safetyMargin Time by which a leader considers its lease expired earlier than the
 * store, to cover clocks that run at different rates, and with half of it a sleep of the
 * machine that goes unnoticed; at least 20 ms. Default is a tenth of lease-duration.
 * @param retryInterval Polling interval when neither the end of the lease nor a
 * notification is known. Default is a third of lease-duration, at most 2s.
 * @param drainTimeout Maximum time that a voluntary handover waits for running work.
 * @param coolDown Time that an instance does not contend after it has stepped down.
 * @param maxTerm Maximum duration of a term before the leader hands over, shortened by a
 * random part of up to a twentieth; 0s for no limit. No limit by default.
 * @param relinquishCron Cron expression of the times at which the leader hands over, in
 * Spring's format with six fields; - for never. Default is never.
 * @param relinquishZone Time zone of relinquish-cron, such as Europe/Berlin. Default is
 * the system's time zone.
 * @param eligibleWhen Names of health contributors or health groups. An instance contends
 * only while all of them are healthy.
 * @param ineligibleAfter Time that an instance may be unhealthy before it hands over.
 * @param priority Priority of this instance. An instance of a higher priority takes over
 * after preempt-after. Set it on every instance, 0 on those that are not preferred.
 * Default is that no instance is preferred.
 * @param preemptAfter Time that an instance must have contended before it asks the leader
 * to hand over. Default is lease-duration.
 * @param spread Whether to spread elections evenly over the instances. Default is false.
 * @param autoStartup Whether to contend automatically at startup. Otherwise the instance
 * is paused: it only observes until RESUME at the endpoint or LeaderElection.resume() in
 * code.
 * @param partitions Number of partitions that the election is divided into, from 1 to
 * 1024, the same on every instance. By default, the election is led as a whole. Of a
 * single election only.
 * @param start Ids of listener containers, or names of Lifecycle beans, to start on the
 * leader only. Of a single election only.
 */
@ConfigurationProperties(ElectionProperties.PREFIX)
public record ElectionProperties(@Nullable Duration leaseDuration, @Nullable Duration renewInterval,
		@Nullable Duration operationTimeout, @Nullable Duration safetyMargin, @Nullable Duration retryInterval,
		@Nullable Duration drainTimeout, @Nullable Duration coolDown, @Nullable Duration maxTerm,
		@Nullable String relinquishCron, @Nullable String relinquishZone, @Nullable List<String> eligibleWhen,
		@Nullable Duration ineligibleAfter, @Nullable Integer priority, @Nullable Duration preemptAfter,
		@Nullable Boolean spread, @Nullable Boolean autoStartup, @Nullable Integer partitions, List<String> start) {

	static final String PREFIX = "leader-election";

	/**
	 * The properties that have no effect directly below the prefix. They are refused
	 * there, and the metadata leaves them out.
	 */
	static final List<String> OF_A_SINGLE_ELECTION = List.of("partitions", "start");

	/** Sets the default, because the binder passes {@code null} for what is not set. */
	public ElectionProperties {
		start = Objects.requireNonNullElse(start, List.of());
	}

}
