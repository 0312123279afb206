/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.leaderelection.guard.GuardScheduled;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of an instance. Those of its elections are
 * {@link ElectionProperties}.
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
@ConfigurationProperties(ElectionProperties.PREFIX)
public record LeaderElectionProperties(@Nullable String namespace, @Nullable String backend, ElectionMode mode,
		@Nullable String instanceName, String defaultElection, GuardScheduled guardScheduled,
		@Nullable Duration vacancyThreshold, @Nullable Integer maxLed, @Nullable Duration spreadDelay,
		Map<String, String> metadata, Map<String, ElectionProperties> elections, Metrics metrics) {

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
