/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.scan.ScannedBean;
import io.leaderelection.work.tick.TickEntry;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the methods that run {@link OncePerTick once per tick}.
 */
public class OncePerTickMethods implements ElectionClaims {

	private final ConfigurableListableBeanFactory beanFactory;

	private final Guards guards;

	private final OncePerTickAnnotations annotations;

	private final AnnotationText text;

	private final OncePerTickRules rules;

	private final BooleanSupplier keepsCheckpoints;

	private final Ticks ticks;

	private final Map<String, Integer> jobs = new LinkedHashMap<>();

	/** The first place that uses each election. */
	private final Map<String, String> places = new LinkedHashMap<>();

	/**
	 * Returns how a method is guarded.
	 */
	@FunctionalInterface
	public interface Guards {

		/**
		 * Returns the annotation that guards a method.
		 * @param method the method
		 * @param type the class of the bean
		 * @return the annotation, or {@code null} if the method is not guarded
		 */
		@Nullable OnLeader of(Method method, Class<?> type);

	}

	/**
	 * Creates the claims.
	 * @param beanFactory the beans to check
	 * @param guards returns how methods are guarded
	 * @param scheduled the methods that are guarded without an annotation
	 * @param defaultElection supplies the name of the default election
	 * @param keepsCheckpoints whether the store keeps checkpoints, which ticks need
	 * @param ticks receives the methods
	 */
	public OncePerTickMethods(ConfigurableListableBeanFactory beanFactory, Guards guards, ScheduledMethods scheduled,
			Supplier<String> defaultElection, BooleanSupplier keepsCheckpoints, Ticks ticks) {
		this.beanFactory = beanFactory;
		this.guards = guards;
		this.annotations = new OncePerTickAnnotations(scheduled);
		this.text = new AnnotationText(beanFactory, defaultElection);
		this.rules = new OncePerTickRules(beanFactory, this.text);
		this.keepsCheckpoints = keepsCheckpoints;
		this.ticks = ticks;
	}

	@Override
	public void inspect(ScannedBean bean) {
		Class<?> type = bean.type();
		if (type != null) {
			this.annotations.forEach(type, (method, annotation) -> add(bean, type, method, annotation));
		}
	}

	private void add(ScannedBean bean, Class<?> type, Method method, OncePerTick annotation) {
		String where = OncePerTickAnnotations.where(method, type);
		OnLeader guard = this.guards.of(method, type);
		if (guard == null && ScheduledMethods.isExempt(method, type)) {
			throw OncePerTickRules.refused(where,
					"contradicts @OnEveryInstance, which has every instance run it at each tick",
					"Remove one of the two");
		}
		if (guard == null) {
			throw OncePerTickRules.refused(where, "has no @OnLeader, so every instance would run it",
					"Add @OnLeader beside it");
		}
		OncePerTickRules.check(where, method, guard, annotation);
		if (!this.beanFactory.isSingleton(bean.name())) {
			throw OncePerTickRules.refused(where,
					"belongs to bean '" + bean.name()
							+ "', which is not a singleton, so its objects would share one tick",
					"Make the bean a singleton, or move the method to one");
		}
		String election = this.text.election(guard.election(),
				"@OnLeader on " + AnnotatedMethods.describe(method, type));
		String name = this.rules.name(where, method, type, annotation);
		TickJob.Description job = new TickJob.Description(election, name, where, bean.name(), method);
		if (!this.ticks.add(job, type, this.rules.moments(where, method), this.rules.policy(where, annotation))) {
			throw OncePerTickRules.refused(where,
					"has the tick name \"" + name + "\" of election '" + election
							+ "', which another method has, too, so both would share one tick",
					"Give one of them another name, as in @OncePerTick(name = \"...\")");
		}
		this.places.putIfAbsent(election, where);
		this.rules.logZone(where, method);
		if (this.jobs.merge(election, 1, Integer::sum) > TickEntry.MAX_JOBS) {
			throw OncePerTickRules.refused(where, "is one too many: the record of election '" + election
					+ "' has room for " + TickEntry.MAX_JOBS + " ticks", "Guard some of them with another election");
		}
	}

	/** Returns an empty map, because the guards name the elections. */
	@Override
	public Map<String, String> elections() {
		return Map.of();
	}

	@Override
	public void begin(LeaderElections elections) {
		if (this.jobs.isEmpty()) {
			return;
		}
		if (!this.keepsCheckpoints.getAsBoolean()) {
			throw new InvalidLeaderAnnotationException(
					this.ticks.any() + " needs a store that keeps checkpoints, and the LeaseStore bean does not",
					"Let the StoreTraits bean of the store say that it keeps them, if it does, or use another store");
		}
		this.places.forEach((election, where) -> {
			if (elections.findPartitioned(election).isPresent()) {
				throw OncePerTickRules.refused(where,
						"is guarded by election '" + election
								+ "', which is divided into partitions, and its schedule calls it once for all of them",
						"Guard it with another election, or do the work of each partition in a @LeaderTask");
			}
		});
		this.ticks.begin(elections);
	}

}
