/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.context.properties.bind.BindContext;
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
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Detects errors that binding ignores: unresolved placeholders, and keys that bind to
 * nothing.
 */
final class PropertyChecks {

	private static final Logger logger = LoggerFactory.getLogger(PropertyChecks.class);

	private static final String PREFIX = ElectionProperties.PREFIX;

	private static final ConfigurationPropertyName ELECTIONS = ConfigurationPropertyName.of(PREFIX + ".elections");

	/**
	 * The name that builds give the version of this library. Surefire passes it to tests
	 * as a system property.
	 */
	private static final ConfigurationPropertyName VERSION = ConfigurationPropertyName.of(PREFIX + ".version");

	/** Asked for directly below the prefix, too, where they would have no effect. */
	private static final List<ConfigurationPropertyName> OF_A_SINGLE_ELECTION = ElectionProperties.OF_A_SINGLE_ELECTION
		.stream()
		.map((key) -> ConfigurationPropertyName.of(PREFIX + "." + key))
		.toList();

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
	 * Binds the properties, and checks the environment.
	 * @param problems collects values that have an unresolved placeholder, and keys that
	 * bind to nothing
	 * @return the properties
	 * @throws LeaderElectionConfigurationException if there are problems without which
	 * the properties may bind
	 */
	Bound bind(Problems problems) {
		this.binder.bind(PREFIX, Bindable.mapOf(String.class, String.class))
			.ifBound((values) -> values
				.forEach((key, value) -> problems.check(() -> requireResolved(PREFIX + "." + key, value))));
		checkNames(problems);
		Bound bound = bound(problems);
		if (bound == null) {
			problems.throwIfAny();
			throw new IllegalStateException("Properties that do not bind are a problem");
		}
		return bound;
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

	private @Nullable Bound bound(Problems problems) {
		KnownKeys keys = new KnownKeys(this.environment);
		try {
			Bound bound = new Bound(this.binder.bindOrCreate(PREFIX, Bindable.of(LeaderElectionProperties.class), keys),
					this.binder.bindOrCreate(PREFIX, Bindable.of(ElectionProperties.class), keys));
			keys.check(keys.unbound, problems);
			return bound;
		}
		catch (BindException ex) {
			if (ex.getCause() instanceof UnboundConfigurationPropertiesException elements) {
				keys.check(elements.getUnboundProperties(), problems);
			}
			if (problems.isEmpty()) {
				throw ex;
			}
			return null;
		}
	}

	private void checkNames(Problems problems) {
		if (this.environment instanceof ConfigurableEnvironment configurable) {
			for (PropertySource<?> source : configurable.getPropertySources()) {
				if (source instanceof EnumerablePropertySource<?> enumerable) {
					checkNames(enumerable, problems);
				}
			}
		}
	}

	private static void checkNames(EnumerablePropertySource<?> source, Problems problems) {
		for (String name : source.getPropertyNames()) {
			if (name.startsWith(LOST_IN_ENVIRONMENT)) {
				problems.add(strayKeys(name));
			}
			Matcher partition = PARTITION.matcher(name);
			if (partition.matches()) {
				problems.check(() -> SettingsResolver.legal(name, partition.group(1), SettingsResolver::checkName));
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

	/**
	 * The bound properties.
	 *
	 * @param properties the properties of the instance, and of single elections
	 * @param elections the properties of all elections
	 */
	record Bound(LeaderElectionProperties properties, ElectionProperties elections) {

	}

	/**
	 * Finds keys directly below the prefix, and below elections, that no binding with
	 * this handler asks for. Others may belong to a store. The keys that it asks for are
	 * collected here, because that needs no reflection.
	 */
	private static final class KnownKeys extends NoUnboundElementsBindHandler {

		private final Set<ConfigurationPropertyName> known = new LinkedHashSet<>();

		/** The properties that no binding up to the last one asked for. */
		private Set<ConfigurationProperty> unbound = Set.of();

		private final Environment environment;

		KnownKeys(Environment environment) {
			super(BindHandler.DEFAULT);
			this.environment = environment;
		}

		@Override
		public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target,
				BindContext context) {
			if (OF_A_SINGLE_ELECTION.contains(name)) {
				return null;
			}
			this.known.add(name);
			return super.onStart(name, target, context);
		}

		@Override
		public void onFinish(ConfigurationPropertyName name, Bindable<?> target, BindContext context,
				@Nullable Object result) throws Exception {
			this.unbound = Set.of();
			try {
				super.onFinish(name, target, context, result);
			}
			catch (UnboundConfigurationPropertiesException ex) {
				this.unbound = ex.getUnboundProperties();
			}
		}

		private void check(Set<ConfigurationProperty> unbound, Problems problems) {
			List<ConfigurationPropertyName> names = unbound.stream()
				.filter((property) -> !isUnset(property))
				.filter((property) -> !isVariableOfAService(property))
				.map(ConfigurationProperty::getName)
				.filter((name) -> !name.equals(VERSION))
				.toList();
			names.stream()
				.filter(KnownKeys::isBelowPrefix)
				.forEach((name) -> problems.add(unknown(name.getElement(1, Form.ORIGINAL))));
			String stray = names.stream()
				.filter(ELECTIONS::isAncestorOf)
				.map(ConfigurationPropertyName::toString)
				.collect(Collectors.joining(", "));
			if (!stray.isEmpty()) {
				problems.add(strayKeys(stray));
			}
		}

		/**
		 * Returns whether a key is known, but has an empty value, which binds nothing,
		 * perhaps by a placeholder.
		 */
		private boolean isUnset(ConfigurationProperty property) {
			return this.known.contains(property.getName())
					&& this.environment.resolvePlaceholders(property.getValue().toString()).isEmpty();
		}

		/**
		 * Returns whether a key comes from an environment variable. Kubernetes sets such
		 * variables in all pods of a namespace that has a service with this name.
		 */
		private static boolean isVariableOfAService(ConfigurationProperty property) {
			if (!isBelowPrefix(property.getName()) || !(property.getOrigin() instanceof PropertySourceOrigin origin)
					|| !(origin.getPropertySource() instanceof SystemEnvironmentPropertySource)) {
				return false;
			}
			logger.warn("The environment variable {} is not a property of leader election, so it has no effect. If "
					+ "Kubernetes sets it for a service, rename the service, or set enableServiceLinks: false in the "
					+ "pod. Otherwise check its spelling", origin.getPropertyName());
			return true;
		}

		private static boolean isBelowPrefix(ConfigurationPropertyName name) {
			return name.getNumberOfElements() == 2;
		}

		private LeaderElectionConfigurationException unknown(String key) {
			List<String> keys = this.known.stream()
				.filter(KnownKeys::isBelowPrefix)
				.map((name) -> name.getElement(1, Form.DASHED))
				.toList();
			String remedy = Nearest.to(DataObjectPropertyName.toDashedForm(key), keys)
				.map((name) -> "Write " + PREFIX + "." + name)
				.orElse("Check the spelling, remove it, or write it with the prefix of your application");
			return new LeaderElectionConfigurationException(
					PREFIX + "." + key + " is not a property of leader election, so it has no effect", remedy);
		}

	}

}
