/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * Detects errors that binding ignores: unresolved placeholders, and keys of elections
 * that bind to nothing.
 */
final class PropertyChecks {

	private static final String PREFIX = "leader-election";

	private static final String ELECTIONS_KEY = "elections";

	private static final String ELECTIONS = PREFIX + "." + ELECTIONS_KEY;

	private static final String LOST_IN_ENVIRONMENT = "LEADER_ELECTION_ELECTIONS_";

	private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([\\w.\\-\\[\\]]+)[:}]");

	/** The name of a partition, whose colon binding would drop. */
	private static final Pattern PARTITION = Pattern.compile("leader-election\\.elections\\.([^.\\[]+:[0-9]+)(\\..*)?");

	/** The properties directly below the prefix, and the groups of stores and others. */
	private static final Set<String> KNOWN = Arrays
		.stream(BeanUtils.getPropertyDescriptors(LeaderElectionProperties.class))
		.map((property) -> DataObjectPropertyName.toDashedForm(property.getName()))
		.collect(Collectors.toCollection(TreeSet::new));

	private final Environment environment;

	private final Binder binder;

	PropertyChecks(Environment environment) {
		this.environment = environment;
		this.binder = Binder.get(environment);
	}

	/**
	 * Checks the environment.
	 * @throws LeaderElectionConfigurationException if a value has an unresolved
	 * placeholder, or a key binds to nothing
	 */
	void run() {
		Map<String, String> values = this.binder.bind(PREFIX, Bindable.mapOf(String.class, String.class))
			.orElseGet(Map::of);
		boolean elections = false;
		for (Map.Entry<String, String> value : values.entrySet()) {
			requireResolved(PREFIX + "." + value.getKey(), value.getValue());
			requireKnown(value.getKey());
			elections |= value.getKey().startsWith(ELECTIONS_KEY);
		}
		if (elections) {
			checkElectionKeys();
		}
		checkNames();
	}

	/**
	 * Checks a value.
	 * @param property the name of the property
	 * @param value the value, or {@code null}
	 * @throws LeaderElectionConfigurationException if it contains a placeholder
	 */
	static void requireResolved(String property, @Nullable String value) {
		if (value != null && (value.contains("${") || property.contains("${"))) {
			throw new LeaderElectionConfigurationException(
					property + " holds " + placeholders(property + value) + ", which cannot be resolved",
					"Define the property or environment variable it refers to, give it a default as in "
							+ "${NAME:default}, or remove " + property);
		}
	}

	/** Refuses a key directly below the prefix that binds to nothing. */
	private static void requireKnown(String key) {
		if (key.contains(".") || key.contains("[")
				|| KNOWN.stream().anyMatch((known) -> uniform(known).equals(uniform(key)))) {
			return;
		}
		String meant = Nearest.to(key, KNOWN)
			.map((name) -> "Write " + PREFIX + "." + name)
			.orElse("Check the spelling, remove it, or write it with the prefix of your application");
		throw new LeaderElectionConfigurationException(
				PREFIX + "." + key + " is not a property of leader election, so it has no effect", meant);
	}

	/** Binding ignores case and punctuation. */
	private static String uniform(String name) {
		return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
	}

	/**
	 * Names the placeholders without the rest of the value and without their defaults,
	 * which may be secrets.
	 */
	private static String placeholders(String text) {
		String names = PLACEHOLDER.matcher(text)
			.results()
			.map((found) -> "'${" + found.group(1) + "}'")
			.distinct()
			.collect(Collectors.joining(" and "));
		return names.isEmpty() ? "'${'" : "the placeholder " + names;
	}

	private void checkElectionKeys() {
		try {
			this.binder.bind(ELECTIONS, Bindable.mapOf(String.class, SingleElectionProperties.class),
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
		}
		catch (BindException ex) {
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
				String keys = unbound.getUnboundProperties()
					.stream()
					.map((property) -> property.getName().toString())
					.collect(Collectors.joining(", "));
				throw strayKeys(keys);
			}
			throw ex;
		}
	}

	private void checkNames() {
		if (this.environment instanceof ConfigurableEnvironment configurable) {
			for (PropertySource<?> source : configurable.getPropertySources()) {
				if (source instanceof EnumerablePropertySource<?> enumerable) {
					checkNames(enumerable);
				}
			}
		}
	}

	private static void checkNames(EnumerablePropertySource<?> source) {
		for (String name : source.getPropertyNames()) {
			if (name.startsWith(LOST_IN_ENVIRONMENT)) {
				throw strayKeys(name);
			}
			Matcher partition = PARTITION.matcher(name);
			if (partition.matches()) {
				ElectionSettings.legal(name, partition.group(1), ElectionSettings::checkName);
			}
		}
	}

	private static LeaderElectionConfigurationException strayKeys(String keys) {
		return new LeaderElectionConfigurationException(
				"Keys below '" + ELECTIONS + "' belong to no setting of an election: " + keys,
				"Check the spelling. Write a name with dots or upper case in brackets, as in " + ELECTIONS
						+ "[billing.eu].lease-duration=10s (in YAML: \"[billing.eu]\":). As an environment variable "
						+ "only lower-case names can be written, without dashes, as in "
						+ "LEADERELECTION_ELECTIONS_BILLING_LEASEDURATION");
	}

}
