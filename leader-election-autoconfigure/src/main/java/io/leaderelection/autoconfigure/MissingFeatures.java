/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.ScannedBean;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/**
 * Refuses an application that uses a feature without its auto-configuration, as a test
 * that names its auto-configurations one by one: the feature would be lost without a
 * word. Inspects no bean of an application that has all of them.
 */
final class MissingFeatures implements ElectionClaims.Source {

	private static final String ELIGIBILITY = "io.leaderelection.eligibility.LeadershipEligibility";

	private final Set<Feature> missing = EnumSet.noneOf(Feature.class);

	/**
	 * Finds out which features are missing.
	 * @param beans the beans of the application
	 * @param settings its settings
	 * @throws LeaderElectionConfigurationException if the settings or a bean need one
	 * that is missing
	 */
	MissingFeatures(ListableBeanFactory beans, LeaderElectionSettings settings) {
		for (Feature feature : Feature.values()) {
			if (!feature.isIn(beans)) {
				this.missing.add(feature);
			}
		}
		refuse(Feature.STARTS, !settings.startOnLeader().isEmpty(), "A property start-on-leader");
		refuse(Feature.ELIGIBILITY, settings.namesHealth(), "A property eligible-when");
		if (this.missing.contains(Feature.ELIGIBILITY)) {
			// By its name, because the ground floor knows no feature
			Class<?> type = ClassUtils.resolveClassName(ELIGIBILITY, getClass().getClassLoader());
			for (String name : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type)) {
				refuse(Feature.ELIGIBILITY, true, "The LeadershipEligibility '" + name + "'");
			}
		}
	}

	@Override
	public @Nullable ElectionClaims of(ScannedBean bean) {
		Class<?> type = bean.type();
		if (!this.missing.isEmpty() && type != null) {
			refuse(Feature.TASKS, type, LeaderTask.class);
			refuse(Feature.TICKS, type, OncePerTick.class);
			refuse(Feature.STARTS, type, StartOnLeader.class);
			Method factoryMethod = bean.factoryMethod();
			refuse(Feature.STARTS,
					AnnotatedElementUtils.hasAnnotation(type, StartOnLeader.class) || (factoryMethod != null
							&& AnnotatedElementUtils.hasAnnotation(factoryMethod, StartOnLeader.class)),
					"@StartOnLeader on bean '" + bean.name() + "'");
			for (Map.Entry<Method, OnLeader> guarded : AnnotatedMethods.of(type, OnLeader.class).entrySet()) {
				String where = " of @OnLeader on " + AnnotatedMethods.describe(guarded.getKey(), type);
				refuse(Feature.STALLS, !guarded.getValue().maxDuration().isEmpty(), "The maxDuration" + where);
				refuse(Feature.PARTITIONS, !guarded.getValue().partitionKey().isEmpty(), "The partitionKey" + where);
			}
		}
		return null;
	}

	private void refuse(Feature feature, Class<?> type, Class<? extends Annotation> annotation) {
		if (this.missing.contains(feature)) {
			AnnotatedMethods.of(type, annotation)
				.keySet()
				.forEach((method) -> refuse(feature, true,
						"@" + annotation.getSimpleName() + " on " + AnnotatedMethods.describe(method, type)));
		}
	}

	private void refuse(Feature feature, boolean used, String what) {
		if (used && this.missing.contains(feature)) {
			throw new LeaderElectionConfigurationException(
					what + " has no effect, because the application is without " + feature.autoConfiguration,
					"Remove it from spring.autoconfigure.exclude; in a test that names its auto-configurations, "
							+ "add it, or use @LeaderElectionTest");
		}
	}

	/** A feature, with the bean that shows that it is present. */
	private enum Feature {

		TASKS("leaderElectionTaskClaims", "task.LeaderElectionTaskAutoConfiguration"),

		STARTS("leaderElectionStartClaims", "task.LeaderElectionTaskAutoConfiguration"),

		TICKS("leaderElectionTickClaims", "schedule.LeaderElectionScheduleAutoConfiguration"),

		STALLS("leaderElectionStallContributor", "guard.stall.LeaderElectionStallAutoConfiguration"),

		PARTITIONS("leaderElectionPartitionRoutes", "guard.partition.LeaderElectionPartitionAutoConfiguration"),

		ELIGIBILITY("leaderElectionEligibilityClaims", "eligibility.LeaderElectionEligibilityAutoConfiguration");

		private final String bean;

		private final String autoConfiguration;

		Feature(String bean, String autoConfiguration) {
			this.bean = BeanNames.PREFIX + bean;
			this.autoConfiguration = "io.leaderelection." + autoConfiguration;
		}

		boolean isIn(BeanFactory beans) {
			return beans.containsBean(this.bean);
		}

	}

}
