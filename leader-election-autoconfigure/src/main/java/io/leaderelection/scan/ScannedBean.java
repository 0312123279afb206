/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;

/**
 * A bean during the search for annotations.
 *
 * @param name the name of the bean; for a factory bean, prefixed with {@code &}
 * @param declared the class that the context declares, or {@code null}
 * @param type the class behind proxies, or {@code null} if it is unknown or to be
 * ignored: that of a mock, or of a scoped proxy, whose target is a separate bean
 * @param singleton the bean, or {@code null} if it does not exist yet
 * @param product whether an existing factory bean creates the bean
 * @param factoryMethod the application's {@code @Bean} method that creates the bean, or
 * {@code null}
 */
public record ScannedBean(String name, @Nullable Class<?> declared, @Nullable Class<?> type, @Nullable Object singleton,
		boolean product, @Nullable Method factoryMethod) {

	static ScannedBean made(String name, @Nullable Class<?> declared, Object singleton,
			@Nullable Method factoryMethod) {
		Class<?> type = MockDetection.isMock(singleton) ? null : AopProxyUtils.ultimateTargetClass(singleton);
		return new ScannedBean(name, declared, type, singleton, false, factoryMethod);
	}

	/**
	 * Returns a copy of this bean with the object that its factory has created.
	 * @param bean the object
	 * @return the copy
	 */
	public ScannedBean madeAs(Object bean) {
		return made(this.name, this.declared, bean, this.factoryMethod);
	}

}
