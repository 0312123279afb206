/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.scan.BeanScan;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.ScannedBean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Prepares the elections once all beans exist: adds the listeners, checks that every
 * annotated method is guarded, and joins the elections that annotations and properties
 * name.
 */
final class ElectionEnrollment implements SmartInitializingSingleton, DisposableBean, AopInfrastructureBean {

	private static final Logger logger = LoggerFactory.getLogger(ElectionEnrollment.class);

	private final LeaderElections elections;

	private final LeadershipListener publisher;

	private final ObjectProvider<LeadershipListener> listeners;

	private final List<Registration> registrations = new ArrayList<>();

	private final BeanScan beans;

	private final List<ElectionClaims.Source> sources;

	/** The claims that beans concern, by source and in its order. */
	private final Map<Integer, ElectionClaims> claims = new TreeMap<>();

	private final LeaderElectionSettings settings;

	private final ObjectProvider<LeaderMetadataContributor> contributors;

	/** {@code null} if the context has elections of its own. */
	private final @Nullable ChildContext child;

	ElectionEnrollment(LeaderElections elections, LeadershipListener publisher,
			ObjectProvider<LeadershipListener> listeners, BeanScan beans, List<ElectionClaims.Source> sources,
			LeaderElectionSettings settings, ObjectProvider<LeaderMetadataContributor> contributors,
			@Nullable ChildContext child) {
		this.elections = elections;
		this.publisher = publisher;
		this.listeners = listeners;
		this.beans = beans;
		this.sources = List.copyOf(sources);
		this.settings = settings;
		this.contributors = contributors;
		this.child = child;
	}

	@Override
	public void afterSingletonsInstantiated() {
		this.registrations.add(this.elections.addListener(this.publisher));
		List<LeadershipListener> listeners = (this.child != null)
				? this.child.own(this.listeners, LeadershipListener.class) : this.listeners.orderedStream().toList();
		listeners.forEach((listener) -> this.registrations.add(this.elections.addListener(listener)));
		Map<String, String> annotated = annotated();
		checkNamesDiffer(annotated);
		this.settings.metadata().contributors(this.contributors.orderedStream().toList());
		Set<String> configuredOnly = new TreeSet<>(this.settings.elections().keySet());
		configuredOnly.removeAll(annotated.keySet());
		if (!configuredOnly.isEmpty()) {
			logger.info("Elections that only the configuration names, and no annotation: {}", configuredOnly);
		}
		checkPartitions();
		join(annotated.keySet());
		join(configuredOnly);
		if (this.elections.all().isEmpty()) {
			joinDefault(this.settings.defaultElection());
		}
		if (this.child == null) {
			begin();
		}
	}

	/**
	 * Begins the work of the annotations. A child context does so when it starts, because
	 * its elections may be led already.
	 */
	void begin() {
		this.claims.values().forEach((claim) -> claim.begin(this.elections));
	}

	/**
	 * Ends the work of a child context. The elections go on.
	 * @return completes when the work has ended
	 */
	CompletionStage<?> end() {
		return CompletableFuture.allOf(this.claims.values()
			.stream()
			.map((claim) -> claim.end().toCompletableFuture())
			.toArray(CompletableFuture<?>[]::new));
	}

	/** Not for this, which nothing names, does the process of a short tool stay alive. */
	private void joinDefault(String election) {
		if (this.elections instanceof ElectionEngine engine) {
			engine.joinInBackground(election);
		}
		else {
			this.elections.join(election);
		}
	}

	@Override
	public void destroy() {
		this.registrations.forEach(Registration::remove);
	}

	/**
	 * Returns the elections that annotations name, each with the first place that names
	 * it.
	 */
	private Map<String, String> annotated() {
		this.beans.forEach(this::inspect);
		Map<String, String> annotated = new LinkedHashMap<>();
		for (ElectionClaims claim : this.claims.values()) {
			claim.elections().forEach(annotated::putIfAbsent);
		}
		for (Map.Entry<String, String> named : annotated.entrySet()) {
			checkName(named.getKey(), named.getValue());
		}
		return annotated;
	}

	private void inspect(ScannedBean bean) {
		for (int i = 0; i < this.sources.size(); i++) {
			ElectionClaims claim = this.sources.get(i).of(bean);
			if (claim != null) {
				this.claims.put(i, claim);
				claim.inspect(bean);
			}
		}
	}

	private void join(Set<String> names) {
		for (String name : names) {
			// A divided election has joined its partitions itself
			if (this.elections.findPartitioned(name).isEmpty()) {
				Candidacy candidacy = this.elections.join(name);
				if (this.child != null) {
					this.registrations.add(candidacy::close);
				}
			}
		}
	}

	private void checkPartitions() {
		this.settings.partitions().forEach((name, partitions) -> {
			int found = this.elections.findPartitioned(name).map((divided) -> divided.partitions().size()).orElse(0);
			if (found != partitions) {
				throw new LeaderElectionConfigurationException(
						"leader-election.elections[" + name + "].partitions is " + partitions
								+ ", but the application's own LeaderElections bean has " + found + " of them",
						"Set the number with ElectionEngineBuilder.partitions(...) instead, and remove the property");
			}
		});
	}

	private static void checkName(String name, String where) {
		try {
			SettingsResolver.checkName(name);
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(
					where + " names an election that cannot exist: " + ex.getMessage(),
					"Correct the name in the annotation, or the property it refers to", ex);
		}
	}

	private void checkNamesDiffer(Map<String, String> annotated) {
		Map<String, String> byLetters = new TreeMap<>();
		annotated.forEach((name, where) -> {
			String similar = byLetters.putIfAbsent(letters(name), name);
			if (similar != null) {
				throw new LeaderElectionConfigurationException(
						where + " names '" + name + "', but " + annotated.get(similar) + " names '" + similar
								+ "': they differ by case or punctuation only, and would be two elections",
						"Write the name alike in both, or choose names that differ in a letter or digit");
			}
		});
		for (String configured : this.settings.elections().keySet()) {
			String similar = byLetters.get(letters(configured));
			if (similar != null && !annotated.containsKey(configured)) {
				throw new LeaderElectionConfigurationException(
						"leader-election.elections names '" + configured + "', but " + annotated.get(similar)
								+ " names '" + similar + "': they differ by case or punctuation only, and would be two "
								+ "elections",
						"Write the name in brackets, as in leader-election.elections[" + similar
								+ "].lease-duration=10s (in YAML: \"[" + similar + "]\":), or change the annotation");
			}
		}
	}

	private static String letters(String name) {
		StringBuilder letters = new StringBuilder();
		name.codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
		return letters.toString().toLowerCase(Locale.ROOT);
	}

}
