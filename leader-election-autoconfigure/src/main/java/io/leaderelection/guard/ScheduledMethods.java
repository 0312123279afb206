/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;

import io.leaderelection.annotation.OnEveryInstance;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.InvalidLeaderAnnotationException;

import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.scheduling.annotation.Schedules;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/**
 * The {@code @Scheduled} methods that {@code leader-election.guard-scheduled} guards:
 * those of beans in the application's own packages that no annotation says more of.
 */
public final class ScheduledMethods {

	/** The property that says what guards them. */
	public static final String PROPERTY = "leader-election.guard-scheduled";

	/** Guards nothing. */
	static final ScheduledMethods NONE = new ScheduledMethods(GuardScheduled.NONE, List.of());

	/** The remedy for a method that the property cannot guard. */
	static final String EXEMPT = "If every instance is to run it, annotate it with @OnEveryInstance";

	private final GuardScheduled guard;

	private final List<String> packages;

	/**
	 * Creates the rule.
	 * @param guard what guards the methods
	 * @param packages the packages of the application, each with those below it
	 */
	public ScheduledMethods(GuardScheduled guard, List<String> packages) {
		this.guard = guard;
		this.packages = List.copyOf(packages);
	}

	/**
	 * Whether any method of a class may be guarded. Cheap.
	 * @param type the class of a bean
	 * @return whether the property is set and the class belongs to the application
	 */
	public boolean isOn(Class<?> type) {
		String name = type.getName();
		return isSet() && this.packages.stream().anyMatch((known) -> name.startsWith(known + "."));
	}

	/**
	 * Whether a method is guarded by the property alone.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether it is
	 */
	public boolean isGuarded(Method method, Class<?> type) {
		return isOn(ClassUtils.getUserClass(type)) && isScheduled(method) && !OnLeaderMethods.isAnnotated(method, type)
				&& !isExempt(method, type);
	}

	/**
	 * Whether the property has a method run once per tick.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether it is guarded by the property alone, and has a cron expression
	 */
	public boolean runsOncePerTick(Method method, Class<?> type) {
		return this.guard == GuardScheduled.ONCE_PER_TICK && isGuarded(method, type)
				&& schedules(method).stream().anyMatch((scheduled) -> StringUtils.hasText(scheduled.cron()));
	}

	boolean isSet() {
		return this.guard != GuardScheduled.NONE;
	}

	GuardScheduled guard() {
		return this.guard;
	}

	List<String> packages() {
		return this.packages;
	}

	static boolean isScheduled(Method method) {
		return !schedules(method).isEmpty();
	}

	/** As Spring looks for them: not on methods that are overridden. */
	private static Set<Scheduled> schedules(Method method) {
		return AnnotatedElementUtils.getMergedRepeatableAnnotations(method, Scheduled.class, Schedules.class);
	}

	/** Whether it is called once after a delay, and never again. */
	static boolean isOneTime(Method method) {
		Set<Scheduled> schedules = schedules(method);
		return !schedules.isEmpty() && schedules.stream().allMatch(ScheduledMethods::isOneTime);
	}

	private static boolean isOneTime(Scheduled scheduled) {
		boolean repeated = StringUtils.hasText(scheduled.cron()) || scheduled.fixedDelay() >= 0
				|| StringUtils.hasText(scheduled.fixedDelayString()) || scheduled.fixedRate() >= 0
				|| StringUtils.hasText(scheduled.fixedRateString());
		return !repeated && (scheduled.initialDelay() >= 0 || StringUtils.hasText(scheduled.initialDelayString()));
	}

	/**
	 * Whether {@link OnEveryInstance} exempts a method.
	 * @param method the method
	 * @param type the class of the bean
	 * @return whether it stands on the method, on one it overrides, or on the type
	 */
	public static boolean isExempt(Method method, Class<?> type) {
		return isExempt(method) || AnnotatedElementUtils.hasAnnotation(type, OnEveryInstance.class);
	}

	static boolean isExempt(Method method) {
		return AnnotatedElementUtils.hasAnnotation(method, OnEveryInstance.class);
	}

	/**
	 * Checks the exemptions of a class.
	 * @param type the class of a bean
	 * @throws InvalidLeaderAnnotationException if one cannot do what it says
	 */
	static void checkExemptions(Class<?> type) {
		if (AnnotatedMethods.isContainerClass(type)) {
			return;
		}
		AnnotatedMethods.of(type, OnEveryInstance.class).keySet().forEach((method) -> {
			if (!AnnotatedElementUtils.isAnnotated(method, OnEveryInstance.class)) {
				// That of a method it overrides, whose @Scheduled it may have dropped
				return;
			}
			String where = AnnotatedMethods.describe(method, type);
			if (AnnotatedElementUtils.hasAnnotation(method, OnLeader.class)) {
				throw contradiction(where);
			}
			if (!isScheduled(method)) {
				throw new InvalidLeaderAnnotationException(
						"@OnEveryInstance on " + where + " exempts nothing: the method is not @Scheduled",
						"Remove @OnEveryInstance, or put it on the @Scheduled method it is meant for");
			}
		});
		if (AnnotatedElementUtils.hasAnnotation(type, OnEveryInstance.class)
				&& AnnotatedElementUtils.hasAnnotation(type, OnLeader.class)) {
			throw contradiction(type.getName());
		}
	}

	private static InvalidLeaderAnnotationException contradiction(String where) {
		return new InvalidLeaderAnnotationException(
				where + " has both @OnLeader, which runs it on the leader only, and @OnEveryInstance",
				"Remove one of the two");
	}

}
