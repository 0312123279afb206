/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;

/**
 * Detects errors that binding ignores: unresolved placeholders, and keys that bind to
 * nothing.
 */
final class PropertyChecks {

	private static final String PREFIX = "leader-election";

	private static final ConfigurationPropertyName ELECTIONS = ConfigurationPropertyName.of(PREFIX + ".elections");

	private static final String LOST_IN_ENVIRONMENT = "LEADER_ELECTION_ELECTIONS_";

	private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([\\w.\\-\\[\\]]+)[:}]");

	/** The name of a partition, whose colon binding would drop. */
	private static final Pattern PARTITION = Pattern.compile("leader-election\\.elections\\.([^.\\[]+:[0-9]+)(\\..*)?");

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
		values.forEach((key, value) -> requireResolved(PREFIX + "." + key, value));
		if (!values.isEmpty()) {
			checkKeys();
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

	/**
	 * Finds keys directly below the prefix, and below elections, that bind to nothing.
	 */
	private void checkKeys() {
		try {
			this.binder.bind(PREFIX, Bindable.of(LeaderElectionProperties.class),
					new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
		}
		catch (BindException ex) {
			if (!(ex.getCause() instanceof UnboundConfigurationPropertiesException unbound)) {
				throw ex;
			}
			List<ConfigurationPropertyName> names = unbound.getUnboundProperties()
				.stream()
				.map(ConfigurationProperty::getName)
				.toList();
			names.stream().filter((name) -> name.getNumberOfElements() == 2).findFirst().ifPresent((name) -> {
				throw unknown(name.getElement(1, Form.ORIGINAL));
			});
			String stray = names.stream()
				.filter(ELECTIONS::isAncestorOf)
				.map(ConfigurationPropertyName::toString)
				.collect(Collectors.joining(", "));
			if (!stray.isEmpty()) {
				throw strayKeys(stray);
			}
		}
	}

	private static LeaderElectionConfigurationException unknown(String key) {
		List<String> known = Arrays.stream(BeanUtils.getPropertyDescriptors(LeaderElectionProperties.class))
			.map((property) -> DataObjectPropertyName.toDashedForm(property.getName()))
			.toList();
		String remedy = Nearest.to(DataObjectPropertyName.toDashedForm(key), known)
			.map((name) -> "Write " + PREFIX + "." + name)
			.orElse("Check the spelling, remove it, or write it with the prefix of your application");
		return new LeaderElectionConfigurationException(
				PREFIX + "." + key + " is not a property of leader election, so it has no effect", remedy);
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
