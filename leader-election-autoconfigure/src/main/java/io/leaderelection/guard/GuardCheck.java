/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.ScannedBean;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Checks every bean once all singletons exist, and fails the start of the application if
 * an {@link OnLeader @OnLeader} does not guard. A bean that does not exist yet is checked
 * by its class first, and again when it is created.
 */
final class GuardCheck implements ElectionClaims {

	private final ConfigurableListableBeanFactory beanFactory;

	private final OnLeaderBeanPostProcessor postProcessor;

	private final GuardContext context;

	private final ScheduledReport report;

	private final GuardWarnings warnings;

	private final Map<String, String> elections = new LinkedHashMap<>();

	/**
	 * Creates the check.
	 * @param beanFactory the beans to check
	 * @param postProcessor weaves the guards
	 * @param context the observers and settings of guarded calls
	 * @param scheduled the methods that are guarded without an annotation
	 */
	GuardCheck(ConfigurableListableBeanFactory beanFactory, OnLeaderBeanPostProcessor postProcessor,
			GuardContext context, ScheduledMethods scheduled) {
		this.beanFactory = beanFactory;
		this.postProcessor = postProcessor;
		this.context = context;
		this.report = new ScheduledReport(scheduled);
		this.warnings = new GuardWarnings(beanFactory);
	}

	@Override
	public void inspect(ScannedBean bean) {
		checkFactoryMethod(bean);
		Class<?> type = bean.type();
		if (type == null) {
			return;
		}
		ScheduledMethods.checkExemptions(type);
		this.report.add(type);
		boolean annotated = !this.postProcessor.methods().of(type).isEmpty();
		check((annotated && bean.product() && this.beanFactory.isSingleton(bean.name()))
				? bean.madeAs(this.beanFactory.getBean(bean.name())) : bean);
	}

	@Override
	public Map<String, String> elections() {
		checkParent(this.beanFactory.getParentBeanFactory());
		return this.elections;
	}

	/**
	 * Registers the elections with the observers before the first call, and logs which
	 * methods are guarded without an annotation.
	 */
	@Override
	public void begin(LeaderElections elections) {
		this.report.log(this.context.defaultElection());
		this.warnings.log();
		if (!this.elections.isEmpty()) {
			GuardObserver observer = this.context.observer();
			this.elections.keySet()
				.forEach((name) -> elections.findPartitioned(name)
					.ifPresentOrElse(
							(divided) -> divided.partitions().forEach((one) -> observer.forElection(one.name())),
							() -> observer.forElection(name)));
		}
	}

	/** A post-processor weaves guards only into the beans of its own context. */
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

	private void check(ScannedBean bean) {
		Class<?> type = bean.type();
		if (type == null) {
			return;
		}
		Map<Method, OnLeader> methods = this.postProcessor.methods().of(type);
		if (methods.isEmpty()) {
			checkNotHidden(bean, type);
			return;
		}
		this.postProcessor.checkClass(bean.name(), type);
		if (bean.singleton() != null) {
			checkMade(bean.name(), type, methods, bean.singleton());
		}
		this.warnings.add(bean, type, methods.keySet());
		GuardFactory guards = this.postProcessor.guards();
		methods.forEach((method, annotation) -> {
			OnLeaderMethod guarded = guards.describe(method, type, annotation);
			guards.check(guarded);
			this.elections.putIfAbsent(guarded.election(), guarded.where());
			StartupListeners.warnIfMissed(method, annotation, guarded.name());
		});
	}

	/**
	 * Checks for an annotated method of a target that its proxy does not expose, as with
	 * a repository whose target does not implement the interface.
	 */
	private void checkNotHidden(ScannedBean bean, Class<?> type) {
		Class<?> declared = bean.declared();
		if (declared == null || !declared.isInstance(bean.singleton())) {
			return;
		}
		Map<Method, OnLeader> hidden = this.postProcessor.methods().of(declared);
		if (!hidden.isEmpty()) {
			throw GuardRules.refused(bean.name(), hidden.keySet().iterator().next(), declared,
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

	private static void checkFactoryMethod(ScannedBean bean) {
		Method method = bean.factoryMethod();
		if (method != null && AnnotatedElementUtils.hasAnnotation(method, OnLeader.class)) {
			throw GuardRules.refused(bean.name(), method, method.getDeclaringClass(),
					"is a @Bean method, which makes a bean on every instance",
					"Put @OnLeader on the methods of the bean instead");
		}
	}

}
