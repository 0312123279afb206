/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.AnnotationText;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Checks the cron expressions of {@link OncePerTick @OncePerTick} methods before Spring
 * schedules them, because Spring's message names no remedy.
 */
public class OncePerTickCheck implements BeanPostProcessor {

	private final OncePerTickRules rules;

	/** Avoids repeated checks: prototypes and scoped beans are created many times. */
	private final Set<Class<?>> checked = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the check.
	 * @param beanFactory resolves placeholders
	 * @param scheduled the methods that are guarded without an annotation
	 */
	public OncePerTickCheck(ConfigurableBeanFactory beanFactory, ScheduledMethods scheduled) {
		this.rules = new OncePerTickRules(beanFactory, new AnnotationText(beanFactory, () -> ""), scheduled);
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		if (!this.checked.contains(type)) {
			this.rules.forEach(type,
					(method, annotation) -> this.rules.moments(OncePerTickRules.where(method, type), method));
			this.checked.add(type);
		}
		return bean;
	}

}
