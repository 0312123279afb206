/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.lang.reflect.Method;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;

/**
 * A bean as annotations are looked for on it.
 *
 * @param name the name of the bean; that of a factory begins with {@code &}
 * @param declared the class that the context knows, or {@code null}
 * @param type the class behind proxies, or {@code null} if it is not known or not to be
 * looked at: that of a mock, or of a scoped proxy, whose target is a bean of its own
 * @param singleton the bean, or {@code null} if it is not made yet
 * @param product whether a factory that exists makes the bean
 * @param factoryMethod the application's {@code @Bean} method that makes the bean, or
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
	 * Returns the same bean with the object that its factory has made.
	 * @param bean the object
	 * @return the bean
	 */
	public ScannedBean madeAs(Object bean) {
		return made(this.name, this.declared, bean, this.factoryMethod);
	}

}
