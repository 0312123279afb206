/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationContextAware;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextStartedEvent;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Starts beans and listener containers when their elections are led, and stops them when
 * they no longer are. What they are is looked up in the first phase of the context, when
 * listener containers exist and before anything starts.
 */
public class ManagedLifecycles
		implements ElectionClaims, SmartLifecycle, ApplicationListener<ContextStartedEvent>, ApplicationContextAware {

	private final ApplicationBeans beans;

	private final AnnotationText text;

	private final LifecycleTargets targets;

	private final Map<String, List<String>> configured;

	private final List<Claim> claims = new ArrayList<>();

	private final List<LifecycleWork> works = new ArrayList<>();

	private @Nullable ApplicationContext context;

	private @Nullable LeaderElections elections;

	private volatile boolean running;

	/**
	 * Creates the claims.
	 * @param beanFactory the beans to look at
	 * @param defaultElection supplies the name of the default election
	 * @param configured what properties name for each election: ids of listener
	 * containers and names of beans
	 * @param containers gives the known registries of listener containers, when asked
	 */
	public ManagedLifecycles(DefaultListableBeanFactory beanFactory, Supplier<String> defaultElection,
			Map<String, List<String>> configured, Supplier<List<ListenerContainers>> containers) {
		this.beans = new ApplicationBeans(beanFactory);
		this.text = new AnnotationText(beanFactory, defaultElection);
		this.targets = new LifecycleTargets(beanFactory, containers);
		this.configured = Map.copyOf(configured);
	}

	@Override
	public void setApplicationContext(ApplicationContext context) {
		this.context = context;
	}

	@Override
	public Map<String, String> check() {
		this.beans.forEach(this::check);
		Map<String, String> elections = new LinkedHashMap<>();
		for (Claim claim : this.claims) {
			elections.putIfAbsent(claim.election(), claim.where());
		}
		for (Map.Entry<String, List<String>> election : this.configured.entrySet()) {
			String where = "leader-election.elections[" + election.getKey() + "].start";
			for (String name : election.getValue()) {
				this.claims.add(new Claim(where, election.getKey(), name, false));
			}
		}
		return elections;
	}

	private void check(String beanName, Class<?> type) {
		Method factoryMethod = this.beans.factoryMethod(beanName);
		if (factoryMethod != null && !AnnotatedMethods.isContainerClass(factoryMethod.getDeclaringClass())) {
			StartOnLeader ofMethod = AnnotatedElementUtils.findMergedAnnotation(factoryMethod, StartOnLeader.class);
			if (ofMethod != null) {
				claim(beanName, OnLeaderAttributes.describe(factoryMethod, factoryMethod.getDeclaringClass()),
						ofMethod);
				return;
			}
		}
		if (AnnotatedMethods.isContainerClass(type) || !AnnotationUtils.isCandidateClass(type, StartOnLeader.class)) {
			return;
		}
		StartOnLeader ofType = AnnotatedElementUtils.findMergedAnnotation(type, StartOnLeader.class);
		if (ofType != null) {
			claim(beanName, type.getName(), ofType);
		}
		checkMethods(type);
	}

	private void claim(String beanName, String place, StartOnLeader annotation) {
		String where = "@StartOnLeader on " + place;
		String election = this.text.election(annotation.election(), where);
		if (annotation.containers().length == 0) {
			this.claims.add(new Claim(where, election, beanName, true));
		}
		for (String container : annotation.containers()) {
			String id = this.text.resolve("containers", container, where);
			this.claims.add(new Claim(where, election, id, false));
		}
	}

	private static void checkMethods(Class<?> type) {
		for (Method method : AnnotatedMethods.of(type, StartOnLeader.class).keySet()) {
			if (!AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
				throw new InvalidLeaderAnnotationException(
						"@StartOnLeader on " + OnLeaderAttributes.describe(method, type)
								+ " has no effect: the method makes no bean",
						"Put it on the type or the @Bean method of a Lifecycle bean. For a listener method, put it on "
								+ "the type and give the id of the listener as containers");
			}
		}
	}

	@Override
	public void begin(LeaderElections elections) {
		this.elections = elections;
	}

	@Override
	public void start() {
		this.running = true;
		LeaderElections elections = this.elections;
		if (elections == null) {
			return;
		}
		this.elections = null;
		Map<LifecycleWork, Claim> started = new LinkedHashMap<>();
		for (Claim claim : this.claims) {
			LifecycleWork work = (claim.bean()) ? this.targets.bean(claim.name(), claim.where())
					: this.targets.named(claim.name(), claim.where());
			LifecycleWork known = same(started.keySet(), work);
			Claim other = (known != null) ? started.get(known) : null;
			if (other == null) {
				started.put(work, claim);
			}
			else if (!other.election().equals(claim.election())) {
				throw new InvalidLeaderAnnotationException(
						work.name() + " is started for two elections: " + other.where() + " says '" + other.election()
								+ "', " + claim.where() + " says '" + claim.election() + "'",
						"Name it for one election");
			}
		}
		started.forEach((work, claim) -> {
			this.works.add(work);
			elections.get(claim.election())
				.runWhileLeader(work, LeaderWorkOptions.named(work.name()).onLoss(OnLoss.CONTINUE));
		});
	}

	boolean isEmpty() {
		return this.works.isEmpty();
	}

	private static @Nullable LifecycleWork same(Collection<LifecycleWork> known, LifecycleWork work) {
		return known.stream().filter((other) -> other.isSame(work)).findFirst().orElse(null);
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** First, before anything that must not start by itself could. */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

	/** A context that is started again starts all its Lifecycle beans. */
	@Override
	public void onApplicationEvent(ContextStartedEvent event) {
		if (event.getApplicationContext().equals(this.context)) {
			this.works.forEach(LifecycleWork::stopIfNotLeading);
		}
	}

	/**
	 * @param where what claims
	 * @param election the election
	 * @param name the name of a bean, or of what is to be looked up
	 * @param bean whether it is the name of a bean for certain
	 */
	private record Claim(String where, String election, String name, boolean bean) {
	}

}
