/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * Checks the cron expressions of {@link OncePerTick @OncePerTick} methods before Spring
 * schedules them: its message names no remedy.
 */
public class OncePerTickCheck implements BeanPostProcessor {

	private final OncePerTickRules rules;

	/**
	 * Creates the check.
	 * @param beanFactory resolves placeholders
	 */
	public OncePerTickCheck(ConfigurableBeanFactory beanFactory) {
		this.rules = new OncePerTickRules(beanFactory, new AnnotationText(beanFactory, () -> ""));
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		if (!AnnotatedMethods.isContainerClass(type) && AnnotationUtils.isCandidateClass(type, OncePerTick.class)) {
			AnnotatedMethods.of(type, OncePerTick.class)
				.forEach((method, annotation) -> this.rules.moments(OncePerTickRules.where(method, type), method));
		}
		return bean;
	}

}
