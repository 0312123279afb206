/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.leaderelection.guard.GuardScheduled;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of leader election, including those of all elections.
 *
 * @param namespace Namespace that separates the elections of different applications in
 * one store. Default is spring.application.name. Required on a store that several
 * machines share.
 * @param backend Store to use. Default is the store that is configured or detected,
 * otherwise local.
 * @param mode Whether to contend through a store, or to lead always or never without one.
 * @param instanceName Readable part of this instance's id; a random part is always added.
 * Default is the host name and process id.
 * @param defaultElection Election used when an annotation names none.
 * @param guardScheduled Guard for the @Scheduled methods of the application's own
 * packages that have no annotation of leader election: none, the default election, or
 * that plus once per tick for methods with a cron expression.
 * @param vacancyThreshold Time without a leader after which health is down and a
 * LeaderAbsentEvent is published. By default, a vacancy is only a detail of health, and
 * the event is published after lease-duration.
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
 * @param maxLed Number of elections beyond which this instance requests no further ones,
 * and hands over to any instance that requests one. It still acquires an election that
 * nobody leads. No limit by default.
 * @param spreadDelay Time after its start before an instance requests elections that are
 * spread, so that a rolling restart does not move them twice. Default is twice
 * lease-duration.
 * @param metadata Metadata that this instance publishes to all others while it leads.
 * @param elections Settings of single elections, by name. Names with dots or upper case
 * are written in brackets.
 * @param metrics Properties of the meters.
 */
@ConfigurationProperties("leader-election")
public record LeaderElectionProperties(@Nullable String namespace, @Nullable String backend, ElectionMode mode,
		@Nullable String instanceName, String defaultElection, GuardScheduled guardScheduled,
		@Nullable Duration vacancyThreshold, @Nullable Duration leaseDuration, @Nullable Duration renewInterval,
		@Nullable Duration operationTimeout, @Nullable Duration safetyMargin, @Nullable Duration retryInterval,
		@Nullable Duration drainTimeout, @Nullable Duration coolDown, @Nullable Duration maxTerm,
		@Nullable String relinquishCron, @Nullable String relinquishZone, @Nullable List<String> eligibleWhen,
		@Nullable Duration ineligibleAfter, @Nullable Integer priority, @Nullable Duration preemptAfter,
		@Nullable Boolean spread, @Nullable Boolean autoStartup, @Nullable Integer maxLed,
		@Nullable Duration spreadDelay, Map<String, String> metadata, Map<String, SingleElectionProperties> elections,
		Metrics metrics) implements ElectionProperties {

	/**
	 * Sets the defaults, because the binder passes {@code null} for what is not set. They
	 * are not annotations, which messages about wrong values would show.
	 */
	public LeaderElectionProperties {
		mode = Objects.requireNonNullElse(mode, ElectionMode.ELECT);
		defaultElection = Objects.requireNonNullElse(defaultElection, "default");
		guardScheduled = Objects.requireNonNullElse(guardScheduled, GuardScheduled.NONE);
		metadata = Objects.requireNonNullElse(metadata, Map.of());
		elections = Objects.requireNonNullElse(elections, Map.of());
		metrics = Objects.requireNonNullElse(metrics, new Metrics(null));
	}

	/**
	 * Properties of the meters.
	 *
	 * @param partitions Whether to create meters for each partition of an election, with
	 * the tag partition. Default is one set of meters for all partitions of an election.
	 */
	public record Metrics(@Nullable Boolean partitions) {

		public Metrics {
			partitions = Objects.requireNonNullElse(partitions, false);
		}

	}

}
