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
 * those of beans in the application's own packages, unless an annotation of leader
 * election applies to them.
 */
public final class ScheduledMethods {

	/** The property that selects the guarded methods. */
	public static final String PROPERTY = "leader-election.guard-scheduled";

	/** Guards nothing. */
	static final ScheduledMethods NONE = new ScheduledMethods(GuardScheduled.NONE, List.of());

	/** The remedy for a method that the property cannot guard. */
	static final String EXEMPT = "If every instance is to run it, annotate it with @OnEveryInstance";

	private final GuardScheduled guard;

	private final List<String> packages;

	/**
	 * Creates the rule.
	 * @param guard which methods to guard, and how
	 * @param packages the packages of the application, including their subpackages
	 */
	public ScheduledMethods(GuardScheduled guard, List<String> packages) {
		this.guard = guard;
		this.packages = List.copyOf(packages);
	}

	/**
	 * Returns whether a method of a class may be guarded. Cheap.
	 * @param type the class of a bean
	 * @return whether the property is set and the class belongs to the application
	 */
	public boolean isOn(Class<?> type) {
		String name = type.getName();
		return isSet() && this.packages.stream().anyMatch((known) -> name.startsWith(known + "."));
	}

	/**
	 * Returns whether a method is guarded only by the property.
	 * @param method the method
	 * @param type the class of the bean
	 * @return {@code true} if no annotation applies and the property guards the method
	 */
	public boolean isGuarded(Method method, Class<?> type) {
		return isOn(ClassUtils.getUserClass(type)) && isScheduled(method) && !OnLeaderMethods.isAnnotated(method, type)
				&& !isExempt(method, type);
	}

	/**
	 * Returns whether the property makes a method run once per tick.
	 * @param method the method
	 * @param type the class of the bean
	 * @return {@code true} if only the property guards the method, and it has a cron
	 * expression
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

	/** Returns whether a method has a schedule that does not wait for its last call. */
	static boolean isPeriodic(Method method) {
		return schedules(method).stream()
			.anyMatch((scheduled) -> StringUtils.hasText(scheduled.cron()) || scheduled.fixedRate() >= 0
					|| StringUtils.hasText(scheduled.fixedRateString()));
	}

	/** Finds annotations as Spring does: not on overridden methods. */
	private static Set<Scheduled> schedules(Method method) {
		return AnnotatedElementUtils.getMergedRepeatableAnnotations(method, Scheduled.class, Schedules.class);
	}

	/** Returns whether the method runs exactly once, after a delay. */
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
	 * Returns whether {@link OnEveryInstance} exempts a method.
	 * @param method the method
	 * @param type the class of the bean
	 * @return {@code true} if the annotation is on the method, on a method that it
	 * overrides, or on the type
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
	 * @throws InvalidLeaderAnnotationException if an exemption has no effect or
	 * contradicts another annotation
	 */
	static void checkExemptions(Class<?> type) {
		if (AnnotatedMethods.isContainerClass(type)) {
			return;
		}
		AnnotatedMethods.of(type, OnEveryInstance.class).keySet().forEach((method) -> {
			if (!AnnotatedElementUtils.isAnnotated(method, OnEveryInstance.class)) {
				// The annotation is on an overridden method; the override may omit
				// @Scheduled
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
