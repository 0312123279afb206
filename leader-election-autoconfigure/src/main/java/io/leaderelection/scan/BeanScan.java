/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;

/**
 * Scans the beans of a context once all singletons exist. Creates no bean.
 */
public final class BeanScan {

	private final ConfigurableListableBeanFactory beanFactory;

	/**
	 * Creates the scan.
	 * @param beanFactory the beans to scan, without those of its ancestors
	 */
	public BeanScan(ConfigurableListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	/**
	 * Scans all beans. A factory bean counts as a separate bean.
	 * @param action called for each bean
	 */
	public void forEach(Consumer<ScannedBean> action) {
		for (Iterator<String> names = this.beanFactory.getBeanNamesIterator(); names.hasNext();) {
			inspect(names.next(), action);
		}
	}

	private void inspect(String name, Consumer<ScannedBean> action) {
		Method factoryMethod = factoryMethod(name);
		Object singleton = this.beanFactory.getSingleton(name);
		if (singleton != null && isOfContainer(singleton)) {
			Class<?> type = singleton.getClass();
			action.accept(new ScannedBean(name, type, type, singleton, false, factoryMethod));
			return;
		}
		Class<?> declared = AutoProxyUtils.determineTargetClass(this.beanFactory, name);
		if (declared != null && ScopedObject.class.isAssignableFrom(declared)
				&& this.beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(name))) {
			// The target is a separate bean
			action.accept(new ScannedBean(name, null, null, null, false, factoryMethod));
		}
		else if (singleton instanceof FactoryBean<?>) {
			action.accept(
					ScannedBean.made(BeanFactory.FACTORY_BEAN_PREFIX + name, singleton.getClass(), singleton, null));
			action.accept(new ScannedBean(name, declared, declared, null, true, factoryMethod));
		}
		else if (singleton != null) {
			action.accept(ScannedBean.made(name, declared, singleton, factoryMethod));
		}
		else {
			action.accept(new ScannedBean(name, declared, declared, null, false, factoryMethod));
		}
	}

	/**
	 * Returns whether a singleton belongs to Spring and is neither a proxy nor a factory
	 * of something else.
	 */
	private static boolean isOfContainer(Object singleton) {
		return AnnotatedMethods.isContainerClass(singleton.getClass()) && !AopUtils.isAopProxy(singleton)
				&& !Proxy.isProxyClass(singleton.getClass()) && !(singleton instanceof FactoryBean<?>);
	}

	/**
	 * Returns the application's {@code @Bean} method that creates a bean, or
	 * {@code null}.
	 */
	private @Nullable Method factoryMethod(String name) {
		if (!this.beanFactory.containsBeanDefinition(name)) {
			return null;
		}
		try {
			BeanDefinition definition = this.beanFactory.getMergedBeanDefinition(name);
			Method method = (definition instanceof RootBeanDefinition root) ? root.getResolvedFactoryMethod() : null;
			return (method != null && !AnnotatedMethods.isContainerClass(method.getDeclaringClass())) ? method : null;
		}
		catch (NoSuchBeanDefinitionException ex) {
			// The bean was removed during the scan
			return null;
		}
	}

}
