/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

import io.leaderelection.Partition;
import io.leaderelection.guard.GuardSettings;
import io.leaderelection.protocol.BidLimits;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopInfrastructureBean;

/**
 * The settings of this instance and of its elections, resolved and checked by the
 * {@link SettingsResolver}.
 *
 * @param mode whether to contend
 * @param backend the name of the store, or {@code null}
 * @param namespace the configured namespace, or {@code null}; see
 * {@link SettingsResolver#namespace}
 * @param instanceName the readable part of this instance's id, or {@code null}
 * @param defaultElection the election used when an annotation names none
 * @param vacancyThreshold the time without a leader after which health is down, or
 * {@code null}
 * @param bidLimits the limits of the bids of this instance
 * @param partitionMeters whether to create meters for each partition
 * @param phaseTimeout how long the context waits for one phase of beans to stop
 * @param metadata the metadata of this candidate
 * @param common the settings of elections without properties of their own
 * @param elections the settings of the elections that properties name
 */
public record LeaderElectionSettings(ElectionMode mode, @Nullable String backend, @Nullable String namespace,
		@Nullable String instanceName, String defaultElection, @Nullable Duration vacancyThreshold, BidLimits bidLimits,
		boolean partitionMeters, Duration phaseTimeout, CandidateMetadata metadata, ConfiguredElection common,
		Map<String, ConfiguredElection> elections) implements GuardSettings, AopInfrastructureBean {

	public LeaderElectionSettings {
		elections = Collections.unmodifiableMap(new LinkedHashMap<>(elections));
	}

	/**
	 * Returns the settings of an election; a partition has those of its election.
	 * @param election the name of the election or of a partition
	 * @return the settings
	 */
	public ConfiguredElection of(String election) {
		return this.elections.getOrDefault(Partition.electionOf(election), this.common);
	}

	/** Returns the common settings, and then those of the elections. */
	List<ConfiguredElection> all() {
		List<ConfiguredElection> all = new ArrayList<>(List.of(this.common));
		all.addAll(this.elections.values());
		return all;
	}

	/** Returns the number of partitions of each divided election, in order of names. */
	Map<String, Integer> partitions() {
		return new TreeMap<>(ofEach((election) -> election.settings().partitions()));
	}

	/**
	 * Returns what elections start on their leaders.
	 * @return the listener containers and beans, by election; empty if there are none
	 */
	public Map<String, List<String>> startOnLeader() {
		return ofEach((election) -> election.start().isEmpty() ? null : election.start());
	}

	private <T> Map<String, T> ofEach(Function<ConfiguredElection, @Nullable T> setting) {
		Map<String, T> values = new LinkedHashMap<>();
		this.elections.forEach((name, election) -> {
			T value = setting.apply(election);
			if (value != null) {
				values.put(name, value);
			}
		});
		return values;
	}

	boolean isAnyPreferred() {
		return all().stream().anyMatch((election) -> election.settings().preference() != null);
	}

	/**
	 * Returns whether eligibility depends on health.
	 * @return {@code true} if an election names health contributors or groups
	 */
	public boolean namesHealth() {
		return all().stream().anyMatch((election) -> !election.eligibleWhen().isEmpty());
	}

	@Override
	public boolean contends() {
		return this.mode == ElectionMode.ELECT;
	}

	@Override
	public Duration operationTimeout(String election) {
		return of(election).settings().timing().operationTimeout();
	}

	@Override
	public Duration coolDown(String election) {
		return of(election).settings().timing().coolDown();
	}

}
