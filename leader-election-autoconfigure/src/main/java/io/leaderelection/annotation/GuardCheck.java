/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Fails closed: once all singletons are made, looks at every bean and refuses to let the
 * application start if an {@link OnLeader @OnLeader} does not guard. Beans that are not
 * made yet are judged by their class, and again when they are made.
 */
public class GuardCheck {

	private static final Logger logger = LoggerFactory.getLogger(GuardCheck.class);

	private final ConfigurableListableBeanFactory beanFactory;

	private final OnLeaderBeanPostProcessor postProcessor;

	/**
	 * Creates the check.
	 * @param beanFactory the beans to look at
	 * @param postProcessor what weaves the guard
	 */
	public GuardCheck(ConfigurableListableBeanFactory beanFactory, OnLeaderBeanPostProcessor postProcessor) {
		this.beanFactory = beanFactory;
		this.postProcessor = postProcessor;
	}

	/**
	 * Looks at all beans.
	 * @return the elections that guard methods, each with a method that names it
	 * @throws InvalidOnLeaderException if a method is not guarded or its annotation
	 * cannot be understood
	 */
	public Map<String, String> check() {
		Map<String, String> elections = new LinkedHashMap<>();
		for (Iterator<String> names = this.beanFactory.getBeanNamesIterator(); names.hasNext();) {
			check(names.next(), elections);
		}
		checkParent(this.beanFactory.getParentBeanFactory());
		return elections;
	}

	/** What weaves the guard serves the beans of its own context only. */
	private void checkParent(@Nullable BeanFactory parent) {
		BeanFactory beans = (parent instanceof ConfigurableApplicationContext context) ? context.getBeanFactory()
				: parent;
		if (beans instanceof DefaultListableBeanFactory factory
				&& factory.getBeanNamesForType(OnLeaderBeanPostProcessor.class, true, false).length == 0) {
			factory.getBeanNamesIterator().forEachRemaining((beanName) -> checkNotAnnotated(factory, beanName));
			checkParent(factory.getParentBeanFactory());
		}
	}

	private void checkNotAnnotated(DefaultListableBeanFactory factory, String beanName) {
		Class<?> type = AutoProxyUtils.determineTargetClass(factory, beanName);
		Map<Method, OnLeader> methods = (type != null) ? this.postProcessor.methods().of(type) : Map.of();
		if (type != null && !methods.isEmpty()) {
			throw GuardRules.refused(beanName, methods.keySet().iterator().next(), type,
					"belongs to a parent context without leader election",
					"Define the bean in the context that enables leader election, or enable it in the parent as well");
		}
	}

	private void check(String beanName, Map<String, String> elections) {
		checkFactoryMethod(beanName);
		Object singleton = this.beanFactory.getSingleton(beanName);
		if (singleton != null && isOfContainer(singleton)) {
			return;
		}
		Class<?> type = AutoProxyUtils.determineTargetClass(this.beanFactory, beanName);
		if (type != null && ScopedObject.class.isAssignableFrom(type)
				&& this.beanFactory.containsBeanDefinition(ScopedProxyUtils.getTargetBeanName(beanName))) {
			return;
		}
		if (singleton instanceof FactoryBean<?>) {
			check(BeanFactory.FACTORY_BEAN_PREFIX + beanName, singleton.getClass(), singleton, elections);
			checkProduct(beanName, type, elections);
		}
		else {
			check(beanName, type, singleton, elections);
		}
	}

	/** Spring's own, and no proxy or factory of something else. */
	private static boolean isOfContainer(Object singleton) {
		return AnnotatedMethods.isContainerClass(singleton.getClass()) && !AopUtils.isAopProxy(singleton)
				&& !Proxy.isProxyClass(singleton.getClass()) && !(singleton instanceof FactoryBean<?>);
	}

	private void checkProduct(String beanName, @Nullable Class<?> type, Map<String, String> elections) {
		boolean annotated = type != null && !this.postProcessor.methods().of(type).isEmpty();
		Object product = (annotated && this.beanFactory.isSingleton(beanName)) ? this.beanFactory.getBean(beanName)
				: null;
		check(beanName, type, product, elections);
	}

	private void check(String beanName, @Nullable Class<?> declared, @Nullable Object bean,
			Map<String, String> elections) {
		Class<?> type = (bean != null) ? AopProxyUtils.ultimateTargetClass(bean) : declared;
		if (type == null || (bean != null && MockDetection.isMock(bean))) {
			return;
		}
		Map<Method, OnLeader> methods = this.postProcessor.methods().of(type);
		if (methods.isEmpty()) {
			checkNotHidden(beanName, declared, bean, type);
			return;
		}
		this.postProcessor.checkClass(beanName, type);
		if (bean != null) {
			checkMade(beanName, type, methods, bean);
		}
		Weaving weaving = this.postProcessor.weaving();
		methods.forEach((method, annotation) -> {
			String where = OnLeaderAttributes.describe(method, type);
			String election = weaving.attributes().election(annotation, where);
			weaving.checkDurations(annotation, election, where);
			elections.putIfAbsent(election, where);
			StartupListeners.warnIfMissed(method, annotation, where);
		});
	}

	/**
	 * As behind the proxy of a repository, whose target does not implement the interface.
	 */
	private void checkNotHidden(String beanName, @Nullable Class<?> declared, @Nullable Object bean, Class<?> type) {
		if (declared == null || !declared.isInstance(bean)) {
			return;
		}
		Map<Method, OnLeader> hidden = this.postProcessor.methods().of(declared);
		if (!hidden.isEmpty()) {
			throw GuardRules.refused(beanName, hidden.keySet().iterator().next(), declared,
					"is called on an object of " + type.getName() + ", where it cannot be guarded",
					"Put @OnLeader on the method that calls it instead");
		}
	}

	private void checkMade(String beanName, Class<?> type, Map<Method, OnLeader> methods, Object bean) {
		String plainName = beanName.startsWith(BeanFactory.FACTORY_BEAN_PREFIX)
				? beanName.substring(BeanFactory.FACTORY_BEAN_PREFIX.length()) : beanName;
		if (!this.postProcessor.isWoven(plainName, type)) {
			GuardRules.checkProxy(beanName, type, methods, bean, this.postProcessor::isAdvice);
		}
	}

	private void checkFactoryMethod(String beanName) {
		if (!this.beanFactory.containsBeanDefinition(beanName)) {
			return;
		}
		BeanDefinition definition;
		try {
			definition = this.beanFactory.getMergedBeanDefinition(beanName);
		}
		catch (NoSuchBeanDefinitionException ex) {
			logger.debug("Bean '{}' is gone", beanName);
			return;
		}
		Method method = (definition instanceof RootBeanDefinition root) ? root.getResolvedFactoryMethod() : null;
		if (method != null && !AnnotatedMethods.isContainerClass(method.getDeclaringClass())
				&& AnnotatedElementUtils.hasAnnotation(method, OnLeader.class)) {
			throw GuardRules.refused(beanName, method, method.getDeclaringClass(),
					"is a @Bean method, which makes a bean on every instance",
					"Put @OnLeader on the methods of the bean instead");
		}
	}

}
