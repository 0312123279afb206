/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import io.leaderelection.scan.ScannedBean;
import io.leaderelection.work.tick.TickEntry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Finds the methods that run {@link OncePerTick once per tick}. The guards name their
 * elections.
 */
final class OncePerTickMethods implements ElectionClaims {

	private static final Logger logger = LoggerFactory.getLogger(OncePerTickMethods.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final BiFunction<Method, Class<?>, @Nullable OnLeader> guards;

	private final AnnotationText text;

	private final OncePerTickRules rules;

	private final BooleanSupplier keepsCheckpoints;

	private final TickJobs ticks;

	/** The name of the bean of each method. */
	private final Map<Method, String> beanNames = new HashMap<>();

	/** The places that use each election. */
	private final Map<String, List<String>> places = new LinkedHashMap<>();

	/**
	 * Creates the claims.
	 * @param beanFactory the beans to check
	 * @param guards returns the annotation that guards a method of a class, or
	 * {@code null}
	 * @param scheduled the methods that are guarded without an annotation
	 * @param defaultElection supplies the name of the default election
	 * @param keepsCheckpoints whether the store keeps checkpoints, which ticks need
	 * @param ticks receives the methods
	 */
	OncePerTickMethods(ConfigurableListableBeanFactory beanFactory,
			BiFunction<Method, Class<?>, @Nullable OnLeader> guards, ScheduledMethods scheduled,
			Supplier<String> defaultElection, BooleanSupplier keepsCheckpoints, TickJobs ticks) {
		this.beanFactory = beanFactory;
		this.guards = guards;
		this.text = new AnnotationText(beanFactory, defaultElection);
		this.rules = new OncePerTickRules(beanFactory, this.text, scheduled);
		this.keepsCheckpoints = keepsCheckpoints;
		this.ticks = ticks;
	}

	@Override
	public void inspect(ScannedBean bean) {
		Class<?> type = bean.type();
		if (type != null) {
			this.rules.forEach(type, (method, annotation) -> add(bean, type, method, annotation));
		}
	}

	private void add(ScannedBean bean, Class<?> type, Method method, OncePerTick annotation) {
		String where = OncePerTickRules.where(method, type);
		OnLeader guard = this.guards.apply(method, type);
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
		CronMoments moments = this.rules.moments(where, method);
		if (!this.ticks.add(job, type, moments, this.rules.policy(where, annotation))) {
			throw sharedName(job);
		}
		this.beanNames.put(method, bean.name());
		if (moments.dependOnMachine()) {
			logger.info("{} uses the time zone of this machine, {}. All instances must have the same, or name one "
					+ "with @Scheduled(zone = ...)", where, ZoneId.systemDefault());
		}
		List<String> places = this.places.computeIfAbsent(election, (absent) -> new ArrayList<>());
		places.add(where);
		if (places.size() > TickEntry.MAX_JOBS) {
			throw OncePerTickRules.refused(where, "is one too many: the record of election '" + election
					+ "' has room for " + TickEntry.MAX_JOBS + " ticks", "Guard some of them with another election");
		}
	}

	private InvalidLeaderAnnotationException sharedName(TickJob.Description job) {
		String tick = "has the tick name \"" + job.tick() + "\" of election '" + job.election() + "'";
		String other = this.beanNames.get(job.method());
		if (other == null) {
			return OncePerTickRules.refused(job.where(),
					tick + ", which another method has, too, so both would share one tick",
					"Give one of them another name, as in @OncePerTick(name = \"...\")");
		}
		return OncePerTickRules.refused(job.where(),
				tick + " in the beans '" + other + "' and '" + job.beanName() + "', so both would share one tick",
				"Schedule a method of one bean that calls both. Or give each bean a subclass that overrides the method "
						+ "with its own @OncePerTick(name = \"...\")");
	}

	@Override
	public void begin(LeaderElections elections) {
		if (this.places.isEmpty()) {
			return;
		}
		if (!this.keepsCheckpoints.getAsBoolean()) {
			throw new InvalidLeaderAnnotationException(
					this.places.values().iterator().next().get(0)
							+ " needs a store that keeps checkpoints, and the LeaseStore bean does not",
					"Let the StoreTraits bean of the store say that it keeps them, if it does, or use another store");
		}
		this.places.forEach((election, places) -> {
			if (elections.findPartitioned(election).isPresent()) {
				throw OncePerTickRules.refused(places.get(0),
						"is guarded by election '" + election
								+ "', which is divided into partitions, and its schedule calls it once for all of them",
						"Guard it with another election, or do the work of each partition in a @LeaderTask");
			}
		});
		this.ticks.begin(elections);
	}

}
