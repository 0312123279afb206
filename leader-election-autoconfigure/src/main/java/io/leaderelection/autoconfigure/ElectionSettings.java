/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.leaderelection.Partition;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.engine.Tenure;
import io.leaderelection.guard.GuardSettings;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.InvalidTimingException;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * The validated properties, with derived and default values.
 */
final class ElectionSettings implements GuardSettings, AopInfrastructureBean {

	private static final String ROOT = "leader-election";

	private static final String PREFIX = ROOT + ".";

	private static final String NAMESPACE = PREFIX + "namespace";

	private static final String APPLICATION_NAME = "spring.application.name";

	private static final String PHASE_TIMEOUT = "spring.lifecycle.timeout-per-shutdown-phase";

	private static final Duration DEFAULT_PHASE_TIMEOUT = Duration.ofSeconds(30);

	private final LeaderElectionProperties properties;

	private final Environment environment;

	private final CandidateMetadata metadata;

	private final ElectionTiming timing;

	private final Map<String, ElectionTiming> timings = new LinkedHashMap<>();

	private final Tenure tenure;

	private final Map<String, Tenure> tenures = new LinkedHashMap<>();

	private final EligibilitySettings eligibility;

	private final PreferenceSettings preferences;

	private final Map<String, Integer> partitions = new TreeMap<>();

	/**
	 * Checks everything that does not depend on the store.
	 * @param properties the configured properties
	 * @param environment the environment that the properties come from
	 * @throws LeaderElectionConfigurationException if a property is not valid
	 */
	ElectionSettings(LeaderElectionProperties properties, Environment environment) {
		this.properties = properties;
		this.environment = environment;
		this.metadata = new CandidateMetadata(properties.getMetadata());
		legal(PREFIX + "default-election", properties.getDefaultElection(), ElectionSettings::checkName);
		checkVacancyThreshold(properties.getVacancyThreshold());
		this.timing = timing(ROOT, properties);
		this.tenure = new TenureSettings(ROOT, properties, properties).tenure(this.timing);
		this.eligibility = new EligibilitySettings(ROOT, properties);
		this.preferences = new PreferenceSettings(ROOT, properties, this.timing);
		for (Map.Entry<String, SingleElectionProperties> election : properties.getElections().entrySet()) {
			add(election.getKey(), election.getValue());
		}
	}

	private void add(String name, SingleElectionProperties election) {
		String property = below(name);
		legal(property, name, ElectionSettings::checkName);
		addPartitions(property, name, election.getPartitions());
		ElectionTiming timing = timing(property, election);
		this.timings.put(name, timing);
		this.tenures.put(name, new TenureSettings(property, election, this.properties).tenure(timing));
		this.eligibility.add(name, property, election);
		this.preferences.add(name, property, election, timing);
	}

	static void checkName(String election) {
		ElectionKey.checkElection(election);
		Partition.checkWhole(election);
	}

	private void addPartitions(String property, String name, @Nullable Integer partitions) {
		if (partitions == null) {
			return;
		}
		if (partitions < 1 || partitions > Partition.MAX_PARTITIONS) {
			throw new LeaderElectionConfigurationException(property + ".partitions is " + partitions,
					"Use a number from 1 to " + Partition.MAX_PARTITIONS
							+ ", or remove it for an election that is led as a whole");
		}
		legal(property + ".partitions", new Partition(name, partitions - 1).name(), ElectionKey::checkElection);
		this.partitions.put(name, partitions);
	}

	/**
	 * Checks that the store supports the configured partitions and preferences.
	 * @param traits the traits of the store
	 * @throws LeaderElectionConfigurationException if the store keeps no checkpoints
	 */
	void checkFor(StoreTraits traits) {
		if (!this.partitions.isEmpty() && !traits.checkpoints()) {
			throw new LeaderElectionConfigurationException(
					below(this.partitions.keySet().iterator().next()) + ".partitions is set, but the store '"
							+ traits.name() + "' keeps no checkpoints, in which the number of partitions is noted",
					"Let the StoreTraits bean of the store say that it keeps them, if it does, or use another store");
		}
		this.preferences.checkFor(traits);
	}

	private static String below(String election) {
		return PREFIX + "elections[" + election + "]";
	}

	private static void checkVacancyThreshold(@Nullable Duration threshold) {
		if (threshold != null && (threshold.isNegative() || threshold.isZero())) {
			throw new LeaderElectionConfigurationException(PREFIX + "vacancy-threshold is " + threshold,
					"Use a duration above 0s, or leave it unset");
		}
	}

	private ElectionTiming timing(String property, ElectionTimingProperties election) {
		ElectionTiming timing;
		try {
			timing = election.toTiming(this.properties).build();
		}
		catch (InvalidTimingException ex) {
			throw invalidTiming(property, ex);
		}
		Duration phase = phaseTimeout();
		Duration needed = timing.drainTimeout().plus(timing.operationTimeout());
		if (needed.compareTo(phase) >= 0) {
			throw new LeaderElectionConfigurationException(
					"Below '" + property + "': drain-timeout (" + timing.drainTimeout().toMillis()
							+ "ms) + operation-timeout (" + timing.operationTimeout().toMillis()
							+ "ms) is not less than " + PHASE_TIMEOUT + " (" + phase.toMillis()
							+ "ms), so the application would exit before a handover is complete",
					"Lower drain-timeout, or raise " + PHASE_TIMEOUT + " above " + needed.toMillis() + "ms");
		}
		return timing;
	}

	/** Returns how long the context waits for one phase of beans to stop. */
	Duration phaseTimeout() {
		return Binder.get(this.environment).bind(PHASE_TIMEOUT, Duration.class).orElse(DEFAULT_PHASE_TIMEOUT);
	}

	private LeaderElectionConfigurationException invalidTiming(String property, InvalidTimingException ex) {
		return new LeaderElectionConfigurationException("The timing below '" + property + "' cannot be safe: " + String
			.join("; ", ex.getProblems()), withoutUnit(property)
					+ "Correct the values. Setting lease-duration alone is always enough: the others derive from it",
				ex);
	}

	/** Explains durations below a property that are written as numbers. */
	private String withoutUnit(String property) {
		return Stream.of("lease-duration", "renew-interval", "operation-timeout", "safety-margin", "retry-interval")
			.map((key) -> property + "." + key)
			.filter((key) -> this.environment.getProperty(key, "").matches("[0-9]+"))
			.map((key) -> key + "=" + this.environment.getProperty(key)
					+ " has no unit, which means milliseconds: write " + this.environment.getProperty(key)
					+ "s for seconds. ")
			.collect(Collectors.joining());
	}

	/**
	 * Applies the settings to an engine.
	 * @param builder configures the engine
	 * @param reach which instances can contend through the store
	 * @throws LeaderElectionConfigurationException if the settings do not suit the store
	 */
	void applyTo(ElectionEngineBuilder builder, Reach reach) {
		builder.namespace(namespace(reach));
		String instanceName = instanceName();
		if (instanceName != null) {
			legal(PREFIX + "instance-name", instanceName, builder::instanceName);
		}
		applyTimings(builder);
		this.partitions.forEach(builder::partitions);
		builder.tenure((election) -> this.tenures.getOrDefault(election, this.tenure));
		builder.vacancyThreshold(vacancyThreshold());
		builder.preferences(this.preferences.preferences());
		builder.autoStartup(this::autoStartup);
	}

	/**
	 * Returns whether this instance contends automatically in an election that is not a
	 * partition.
	 */
	boolean autoStartup(String election) {
		SingleElectionProperties own = this.properties.getElections().get(election);
		Boolean configured = (own != null) ? own.getAutoStartup() : null;
		return !Boolean.FALSE.equals((configured != null) ? configured : this.properties.getAutoStartup());
	}

	private void applyTimings(ElectionEngineBuilder builder) {
		String property = ROOT;
		try {
			builder.timing(this.timing);
			for (Map.Entry<String, ElectionTiming> timing : this.timings.entrySet()) {
				property = below(timing.getKey());
				builder.timing(timing.getKey(), timing.getValue());
			}
		}
		catch (InvalidTimingException ex) {
			throw invalidTiming(property, ex);
		}
	}

	private @Nullable String instanceName() {
		String name = this.properties.getInstanceName();
		PropertyChecks.requireResolved(PREFIX + "instance-name", name);
		return StringUtils.hasText(name) ? name : null;
	}

	private String namespace(Reach reach) {
		String property = NAMESPACE;
		String namespace = this.properties.getNamespace();
		if (!StringUtils.hasText(namespace)) {
			property = APPLICATION_NAME;
			namespace = Binder.get(this.environment).bind(APPLICATION_NAME, String.class).orElse(null);
		}
		PropertyChecks.requireResolved(property, namespace);
		if (StringUtils.hasText(namespace)) {
			return legal(property, namespace, ElectionKey::checkNamespace);
		}
		if (reach == Reach.SHARED) {
			throw new LeaderElectionConfigurationException(
					"Neither " + NAMESPACE + " nor " + APPLICATION_NAME + " is set, so elections of other applications "
							+ "in the same store could not be distinguished from those of this one",
					"Set " + APPLICATION_NAME + " or " + NAMESPACE + " to the same value on every instance");
		}
		return "default";
	}

	static String legal(String property, String value, Consumer<String> check) {
		try {
			check.accept(value);
			return value;
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(property + " is not legal: " + ex.getMessage(),
					"Correct " + property, ex);
		}
	}

	ElectionMode mode() {
		return this.properties.getMode();
	}

	@Nullable String backend() {
		return this.properties.getBackend();
	}

	@Override
	public boolean contends() {
		return mode() == ElectionMode.ELECT;
	}

	@Override
	public String defaultElection() {
		return this.properties.getDefaultElection();
	}

	@Nullable Duration vacancyThreshold() {
		return this.properties.getVacancyThreshold();
	}

	CandidateMetadata metadata() {
		return this.metadata;
	}

	Set<String> configuredElections() {
		return this.timings.keySet();
	}

	EligibilitySettings eligibility() {
		return this.eligibility;
	}

	/** Returns the number of partitions of each divided election. */
	Map<String, Integer> partitions() {
		return this.partitions;
	}

	/** Returns the durations of an election; a partition has those of its election. */
	ElectionTiming timing(String election) {
		return this.timings.getOrDefault(Partition.electionOf(election), this.timing);
	}

	Duration lease(String election) {
		return timing(election).lease();
	}

	@Override
	public Duration operationTimeout(String election) {
		return timing(election).operationTimeout();
	}

	@Override
	public Duration coolDown(String election) {
		return timing(election).coolDown();
	}

	Map<String, List<String>> startOnLeader() {
		Map<String, List<String>> start = new LinkedHashMap<>();
		for (Map.Entry<String, SingleElectionProperties> election : this.properties.getElections().entrySet()) {
			start.put(election.getKey(), List.copyOf(election.getValue().getStart()));
		}
		return start;
	}

}
