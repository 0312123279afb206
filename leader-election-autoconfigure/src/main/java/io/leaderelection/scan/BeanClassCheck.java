/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Checks the class of a bean before the bean is initialized, and so before Spring
 * schedules its methods.
 */
public final class BeanClassCheck implements BeanPostProcessor {

	private final Consumer<Class<?>> check;

	/** Avoids repeated checks: prototypes and scoped beans are created many times. */
	private final Set<Class<?>> checked = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the check.
	 * @param check checks the class of a bean
	 */
	public BeanClassCheck(Consumer<Class<?>> check) {
		this.check = check;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		if (!this.checked.contains(type)) {
			this.check.accept(type);
			this.checked.add(type);
		}
		return bean;
	}

}
