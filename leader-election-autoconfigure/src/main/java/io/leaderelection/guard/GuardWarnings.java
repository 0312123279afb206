/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.TreeSet;

import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.ScannedBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.util.ReflectionUtils;

/**
 * Logs at startup what guarded methods may do that their authors do not expect, although
 * it is legal.
 */
final class GuardWarnings {

	private static final Logger logger = LoggerFactory.getLogger(GuardWarnings.class);

	private final ConfigurableListableBeanFactory beanFactory;

	/** Scheduled methods whose calls may overlap on a scheduler without a pool. */
	private final Set<String> withoutLimit = new TreeSet<>();

	/** Scheduled methods that return before their work begins. */
	private final Set<String> asynchronous = new TreeSet<>();

	/** Scheduled methods of beans that are created more than once. */
	private final Set<String> recreated = new TreeSet<>();

	/** Methods that see the fields of the proxy. */
	private final Set<String> finals = new TreeSet<>();

	GuardWarnings(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/** Adds a bean with guarded methods. */
	void add(ScannedBean bean, Class<?> type, Set<Method> methods) {
		methods.stream().filter(ScheduledMethods::isScheduled).forEach((method) -> addScheduled(bean, method, type));
		if (AopUtils.isCglibProxy(bean.singleton())) {
			ReflectionUtils.doWithMethods(type, (method) -> this.finals.add(AnnotatedMethods.describe(method, type)),
					GuardWarnings::seesTheProxy);
		}
	}

	private void addScheduled(ScannedBean bean, Method method, Class<?> type) {
		String where = AnnotatedMethods.describe(method, type);
		if (!this.beanFactory.isSingleton(bean.name())) {
			this.recreated.add(where + " of bean '" + bean.name() + "'");
		}
		boolean limited = has(method, type, OncePerTick.class) || has(method, type, ConcurrencyLimit.class);
		if (!limited && has(method, type, Async.class)) {
			this.asynchronous.add(where);
		}
		else if (!limited && ScheduledMethods.isPeriodic(method)) {
			this.withoutLimit.add(where);
		}
	}

	private static boolean has(Method method, Class<?> type, Class<? extends Annotation> annotation) {
		return AnnotatedElementUtils.hasAnnotation(method, annotation)
				|| AnnotatedElementUtils.hasAnnotation(type, annotation);
	}

	/** A class proxy cannot override it, and has no values in its own fields. */
	private static boolean seesTheProxy(Method method) {
		int modifiers = method.getModifiers();
		return Modifier.isFinal(modifiers) && !Modifier.isPrivate(modifiers) && !Modifier.isStatic(modifiers)
				&& !method.isSynthetic() && method.getDeclaringClass() != Object.class;
	}

	void log() {
		Set<String> overlapping = new TreeSet<>(this.asynchronous);
		if (this.beanFactory.getBeanNamesForType(SimpleAsyncTaskScheduler.class, true, false).length > 0) {
			overlapping.addAll(this.withoutLimit);
		}
		if (!overlapping.isEmpty()) {
			logger.warn("Calls of these scheduled methods overlap on the leader if one takes longer than the period, "
					+ "because each runs on a thread of its own: {}. If that must not happen, add @OncePerTick (to "
					+ "cron expressions) or @ConcurrencyLimit(1), or use fixedDelay", overlapping);
		}
		if (!this.recreated.isEmpty()) {
			logger.warn("These scheduled methods belong to beans that are not singletons: {}. Spring cannot cancel the "
					+ "schedule of a guarded object, so each further object, as after a refresh of its scope, adds "
					+ "another one. Move the methods to singletons", this.recreated);
		}
		if (!this.finals.isEmpty()) {
			logger
				.warn("These final methods belong to guarded beans: {}. A class proxy cannot override them, so a call "
						+ "from another bean sees null in all fields. Make them non-final, or let the bean implement an "
						+ "interface and set spring.aop.proxy-target-class=false", this.finals);
		}
	}

}
