/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;

import io.leaderelection.scan.AnnotatedMethods;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs at startup where {@code @Scheduled} methods without {@code @OnLeader} run, if
 * {@code leader-election.guard-scheduled} is set.
 */
final class ScheduledReport {

	private static final Logger logger = LoggerFactory.getLogger(ScheduledReport.class);

	private final ScheduledMethods scheduled;

	private final Set<String> oncePerTick = new LinkedHashSet<>();

	private final Set<String> onLeader = new LinkedHashSet<>();

	private final Set<String> everywhere = new LinkedHashSet<>();

	/** The methods outside the application's packages: of libraries, or overlooked. */
	private final Set<String> elsewhere = new LinkedHashSet<>();

	ScheduledReport(ScheduledMethods scheduled) {
		this.scheduled = scheduled;
	}

	void add(Class<?> type) {
		if (this.scheduled.isSet() && !AnnotatedMethods.isContainerClass(type)) {
			AnnotatedMethods.<Boolean>select(type, (method) -> ScheduledMethods.isScheduled(method) ? true : null)
				.keySet()
				.forEach((method) -> add(method, type));
		}
	}

	private void add(Method method, Class<?> type) {
		String where = AnnotatedMethods.describe(method, type);
		if (this.scheduled.runsOncePerTick(method, type)) {
			this.oncePerTick.add(where);
		}
		else if (this.scheduled.isGuarded(method, type)) {
			this.onLeader.add(where);
		}
		else if (ScheduledMethods.isExempt(method, type)) {
			this.everywhere.add(where + " (@OnEveryInstance)");
		}
		else if (!OnLeaderMethods.isAnnotated(method, type)) {
			this.elsewhere.add(where);
		}
	}

	void log(String election) {
		if (!this.scheduled.isSet()) {
			return;
		}
		if (this.oncePerTick.isEmpty() && this.onLeader.isEmpty()) {
			logger.info(
					"{} is {}, but guards nothing: no bean in the packages {} has an @Scheduled method without "
							+ "@OnLeader or @OnEveryInstance",
					ScheduledMethods.PROPERTY, this.scheduled.guard().value(), this.scheduled.packages());
		}
		log("on the leader of election '" + election + "' once per tick", this.oncePerTick);
		log("on the leader of election '" + election + "' only", this.onLeader);
		log("on every instance", this.everywhere);
		if (!this.elsewhere.isEmpty()) {
			logger.warn(
					"{} is {}, but these @Scheduled methods run on every instance, because their classes are not in the "
							+ "packages {}: {}. If they are the application's own, add their package with "
							+ "@AutoConfigurationPackage(basePackages = ...) on a configuration class, or annotate them "
							+ "with @OnLeader or @OnEveryInstance",
					ScheduledMethods.PROPERTY, this.scheduled.guard().value(), this.scheduled.packages(),
					this.elsewhere);
		}
	}

	private void log(String place, Set<String> methods) {
		if (!methods.isEmpty()) {
			logger.info("{} is {}: run {}: {}", ScheduledMethods.PROPERTY, this.scheduled.guard().value(), place,
					methods);
		}
	}

}
