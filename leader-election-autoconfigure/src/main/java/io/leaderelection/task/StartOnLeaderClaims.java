/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.scan.ScannedBean;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Finds the beans and listener containers that start on the leader, by
 * {@link StartOnLeader @StartOnLeader} and by properties. If there are any, adds the
 * beans that start and stop them to the context.
 */
final class StartOnLeaderClaims implements ElectionClaims {

	private final ConfigurableApplicationContext context;

	private final ConfigurableListableBeanFactory beanFactory;

	private final AnnotationText text;

	private final Map<String, List<String>> configured;

	private final ObjectProvider<ListenerContainers> containers;

	private final @Nullable Supplier<? extends CompletionStage<?>> handover;

	private final Duration stopTimeout;

	private final List<ManagedLifecycles.Claim> claims = new ArrayList<>();

	/**
	 * Creates the claims.
	 * @param context contains the beans to check
	 * @param defaultElection supplies the name of the default election
	 * @param configured the ids of listener containers and names of beans that properties
	 * name for each election
	 * @param containers the registries of listener containers, looked up on demand
	 * @param handover begins to hand over all elections; completes when they are handed
	 * over. {@code null} if the context does not hand over
	 * @param stopTimeout the maximum time that a stopping context waits for the handover
	 */
	StartOnLeaderClaims(ConfigurableApplicationContext context, Supplier<String> defaultElection,
			Map<String, List<String>> configured, ObjectProvider<ListenerContainers> containers,
			@Nullable Supplier<? extends CompletionStage<?>> handover, Duration stopTimeout) {
		this.context = context;
		this.beanFactory = context.getBeanFactory();
		this.text = new AnnotationText(this.beanFactory, defaultElection);
		this.configured = Map.copyOf(configured);
		this.containers = containers;
		this.handover = handover;
		this.stopTimeout = stopTimeout;
	}

	@Override
	public Map<String, String> elections() {
		Map<String, String> elections = new LinkedHashMap<>();
		for (ManagedLifecycles.Claim claim : this.claims) {
			elections.putIfAbsent(claim.election(), claim.where());
		}
		for (Map.Entry<String, List<String>> election : this.configured.entrySet()) {
			String where = "leader-election.elections[" + election.getKey() + "].start";
			for (String name : election.getValue()) {
				this.claims.add(new ManagedLifecycles.Claim(where, election.getKey(), name, false, 0));
			}
		}
		return elections;
	}

	@Override
	public void inspect(ScannedBean bean) {
		Class<?> type = bean.type();
		if (type == null) {
			return;
		}
		Method factoryMethod = bean.factoryMethod();
		if (factoryMethod != null) {
			StartOnLeader ofMethod = AnnotatedElementUtils.findMergedAnnotation(factoryMethod, StartOnLeader.class);
			if (ofMethod != null) {
				claim(bean.name(), AnnotatedMethods.describe(factoryMethod, factoryMethod.getDeclaringClass()),
						ofMethod);
				return;
			}
		}
		if (AnnotatedMethods.isContainerClass(type) || !AnnotationUtils.isCandidateClass(type, StartOnLeader.class)) {
			return;
		}
		StartOnLeader ofType = AnnotatedElementUtils.findMergedAnnotation(type, StartOnLeader.class);
		if (ofType != null) {
			claim(bean.name(), type.getName(), ofType);
		}
		checkMethods(type);
	}

	private void claim(String beanName, String place, StartOnLeader annotation) {
		String where = "@StartOnLeader on " + place;
		String election = this.text.election(annotation.election(), where);
		int stepDownAfter = LeaderTaskRules.stepDownAfter(where, annotation.onFailure(), annotation.after());
		if (annotation.containers().length == 0) {
			this.claims.add(new ManagedLifecycles.Claim(where, election, beanName, true, stepDownAfter));
		}
		for (String container : annotation.containers()) {
			String id = this.text.resolve("containers", container, where);
			this.claims.add(new ManagedLifecycles.Claim(where, election, id, false, stepDownAfter));
		}
	}

	private static void checkMethods(Class<?> type) {
		for (Method method : AnnotatedMethods.of(type, StartOnLeader.class).keySet()) {
			if (!AnnotatedElementUtils.hasAnnotation(method, Bean.class)) {
				throw new InvalidLeaderAnnotationException(
						"@StartOnLeader on " + AnnotatedMethods.describe(method, type)
								+ " has no effect: the method creates no bean",
						"Put it on the type or the @Bean method of a Lifecycle bean. For a listener method, put it on "
								+ "the type and give the id of the listener as containers");
			}
		}
	}

	private static void checkNotDivided(ManagedLifecycles.Claim claim, LeaderElections elections) {
		if (elections.findPartitioned(claim.election()).isPresent()) {
			throw new InvalidLeaderAnnotationException(
					claim.where() + " names election '" + claim.election()
							+ "', which is divided into partitions: a bean cannot be started once for each of them",
					"Use @LeaderTask, which runs once for each partition led here, or name another election");
		}
	}

	@Override
	public void begin(LeaderElections elections) {
		if (this.claims.isEmpty()) {
			return;
		}
		this.claims.forEach((claim) -> checkNotDivided(claim, elections));
		ManagedLifecycles lifecycles = new ManagedLifecycles(this.context, elections, this.containers, this.claims);
		this.beanFactory.registerSingleton(ManagedLifecycles.BEAN_NAME, lifecycles);
		this.context.addApplicationListener(lifecycles);
		if (this.handover != null) {
			this.beanFactory.registerSingleton(ManagedLifecycleStop.BEAN_NAME,
					new ManagedLifecycleStop(this.handover, this.stopTimeout));
		}
	}

}
