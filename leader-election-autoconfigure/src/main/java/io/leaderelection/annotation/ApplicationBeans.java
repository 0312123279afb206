/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.function.BiConsumer;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * The beans of a context, by the class behind proxies. Makes none.
 */
final class ApplicationBeans {

	private final ConfigurableListableBeanFactory beanFactory;

	ApplicationBeans(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Looks at all beans, but for mocks and for the proxies of scoped beans, whose
	 * targets are beans, too.
	 * @param action takes the name and the class of each
	 */
	void forEach(BiConsumer<String, Class<?>> action) {
		for (Iterator<String> names = this.beanFactory.getBeanNamesIterator(); names.hasNext();) {
			String beanName = names.next();
			Class<?> type = type(beanName);
			if (type != null) {
				action.accept(beanName, type);
			}
		}
	}

	private @Nullable Class<?> type(String beanName) {
		Object singleton = this.beanFactory.getSingleton(beanName);
		Class<?> type = (singleton == null || singleton instanceof FactoryBean<?>)
				? AutoProxyUtils.determineTargetClass(this.beanFactory, beanName) : singleton.getClass();
		if (type != null && ScopedObject.class.isAssignableFrom(type)
				&& this.beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(beanName))) {
			return null;
		}
		if (singleton == null || singleton instanceof FactoryBean<?>) {
			return type;
		}
		return MockDetection.isMock(singleton) ? null : AopProxyUtils.ultimateTargetClass(singleton);
	}

	/**
	 * The {@code @Bean} method that makes a bean.
	 * @param beanName the name of the bean
	 * @return the method, or {@code null} if the bean is made in another way
	 */
	@Nullable Method factoryMethod(String beanName) {
		if (!this.beanFactory.containsBeanDefinition(beanName)) {
			return null;
		}
		try {
			BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(beanName);
			return (definition instanceof RootBeanDefinition root) ? root.getResolvedFactoryMethod() : null;
		}
		catch (NoSuchBeanDefinitionException ex) {
			// Removed meanwhile
			return null;
		}
	}

}
