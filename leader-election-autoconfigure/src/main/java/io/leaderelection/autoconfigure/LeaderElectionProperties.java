/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.guard.GuardScheduled;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of leader election.
 */
@ConfigurationProperties("leader-election")
public class LeaderElectionProperties extends ElectionProperties {

	/**
	 * Namespace that separates the elections of different applications in one store.
	 * Default is spring.application.name. Required on a store that several machines
	 * share.
	 */
	private @Nullable String namespace;

	/**
	 * Store to use. Default is the store that is configured or detected, otherwise local.
	 */
	private @Nullable String backend;

	/**
	 * Whether to contend through a store, or to lead always or never without one.
	 */
	private ElectionMode mode = ElectionMode.ELECT;

	/**
	 * Readable part of this instance's id; a random part is always added. Default is the
	 * host name and process id.
	 */
	private @Nullable String instanceName;

	/**
	 * Election used when an annotation names none.
	 */
	private String defaultElection = "default";

	/**
	 * Guard for the @Scheduled methods of the application's own packages that have no
	 * annotation of leader election: none, the default election, or that plus once per
	 * tick for methods with a cron expression.
	 */
	private GuardScheduled guardScheduled = GuardScheduled.NONE;

	/**
	 * Time without a leader after which health is down and a LeaderAbsentEvent is
	 * published. By default, a vacancy is only a detail of health, and the event is
	 * published after lease-duration.
	 */
	private @Nullable Duration vacancyThreshold;

	/**
	 * Number of elections beyond which this instance requests no further ones, and hands
	 * over to any instance that requests one. It still acquires an election that nobody
	 * leads. No limit by default.
	 */
	private @Nullable Integer maxLed;

	/**
	 * Time after its start before an instance requests elections that are spread, so that
	 * a rolling restart does not move them twice. Default is twice lease-duration.
	 */
	private @Nullable Duration spreadDelay;

	/**
	 * Metadata that this instance publishes to all others while it leads.
	 */
	private final Map<String, String> metadata = new LinkedHashMap<>();

	/**
	 * Settings of single elections, by name. Names with dots or upper case are written in
	 * brackets.
	 */
	private final Map<String, SingleElectionProperties> elections = new LinkedHashMap<>();

	private final Metrics metrics = new Metrics();

	public @Nullable Integer getMaxLed() {
		return this.maxLed;
	}

	public void setMaxLed(@Nullable Integer maxLed) {
		this.maxLed = maxLed;
	}

	public @Nullable Duration getSpreadDelay() {
		return this.spreadDelay;
	}

	public void setSpreadDelay(@Nullable Duration spreadDelay) {
		this.spreadDelay = spreadDelay;
	}

	public @Nullable String getNamespace() {
		return this.namespace;
	}

	public void setNamespace(@Nullable String namespace) {
		this.namespace = namespace;
	}

	public @Nullable String getBackend() {
		return this.backend;
	}

	public void setBackend(@Nullable String backend) {
		this.backend = backend;
	}

	public ElectionMode getMode() {
		return this.mode;
	}

	public void setMode(ElectionMode mode) {
		this.mode = mode;
	}

	public @Nullable String getInstanceName() {
		return this.instanceName;
	}

	public void setInstanceName(@Nullable String instanceName) {
		this.instanceName = instanceName;
	}

	public String getDefaultElection() {
		return this.defaultElection;
	}

	public void setDefaultElection(String defaultElection) {
		this.defaultElection = defaultElection;
	}

	public GuardScheduled getGuardScheduled() {
		return this.guardScheduled;
	}

	public void setGuardScheduled(GuardScheduled guardScheduled) {
		this.guardScheduled = guardScheduled;
	}

	public @Nullable Duration getVacancyThreshold() {
		return this.vacancyThreshold;
	}

	public void setVacancyThreshold(@Nullable Duration vacancyThreshold) {
		this.vacancyThreshold = vacancyThreshold;
	}

	public Map<String, String> getMetadata() {
		return this.metadata;
	}

	public Map<String, SingleElectionProperties> getElections() {
		return this.elections;
	}

	public Metrics getMetrics() {
		return this.metrics;
	}

	/**
	 * Properties of the meters.
	 */
	public static class Metrics {

		/**
		 * Whether to create meters for each partition of an election, with the tag
		 * partition. Default is one set of meters for all partitions of an election.
		 */
		private boolean partitions;

		public boolean isPartitions() {
			return this.partitions;
		}

		public void setPartitions(boolean partitions) {
			this.partitions = partitions;
		}

	}

}
