/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * Weaves {@link OnLeader @OnLeader} into beans. Needs no auto-proxy creator, so that
 * neither AspectJ nor {@code spring.aop.auto} matters.
 * <p>
 * Comes right after the auto-proxy creator and puts its advice first: around
 * transactions, caching and validation. {@code @Async} and {@code @Retryable} come later
 * and put theirs first in turn: the guard acts in the thread, and at each of the tries,
 * that run the method.
 */
@SuppressWarnings("serial")
public class OnLeaderBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor implements DisposableBean {

	private final transient OnLeaderMethods methods = new OnLeaderMethods();

	private final transient Supplier<LeaderElections> elections;

	private final transient Supplier<String> defaultElection;

	private final transient Supplier<GuardObserver> observer;

	private final transient FutureWatch futures;

	private final transient StallGuards stalls;

	/** What was woven, as bean name and class of the target. */
	private final transient Set<Woven> woven = ConcurrentHashMap.newKeySet();

	private transient @Nullable OnLeaderAttributes attributes;

	/**
	 * Creates the post-processor. It asks none of the suppliers before it has to.
	 * @param elections supplies the elections
	 * @param defaultElection supplies the name of the default election
	 * @param observer supplies who hears of guarded calls
	 * @param timings supplies durations of elections
	 * @param time supplies the clocks and threads by which calls are watched
	 */
	public OnLeaderBeanPostProcessor(Supplier<LeaderElections> elections, Supplier<String> defaultElection,
			Supplier<GuardObserver> observer, Supplier<GuardTimings> timings, Supplier<TimeSystem> time) {
		this.elections = elections;
		this.defaultElection = defaultElection;
		this.observer = observer;
		this.futures = new FutureWatch(() -> time.get().scheduler("leader-election-futures"));
		this.stalls = new StallGuards(timings, time);
		setBeforeExistingAdvisors(true);
		setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		super.setBeanFactory(beanFactory);
		Assert.isInstanceOf(ConfigurableListableBeanFactory.class, beanFactory);
		this.attributes = new OnLeaderAttributes((ConfigurableListableBeanFactory) beanFactory, this.defaultElection);
		this.advisor = new OnLeaderAdvisor(this.methods, new OnLeaderInterceptor(new GuardFactory(this.methods,
				this.attributes, this.elections, this.observer, this.futures, this.stalls)));
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		boolean scopedProxy = bean instanceof ScopedObject && bean instanceof AopInfrastructureBean;
		if (scopedProxy || this.methods.of(type).isEmpty()) {
			return bean;
		}
		checkClass(beanName, type);
		Object result = super.postProcessAfterInitialization(bean, beanName);
		GuardRules.checkProxy(beanName, type, this.methods.of(type), result, this::isAdvice);
		this.woven.add(new Woven(beanName, type));
		return result;
	}

	@Override
	public void destroy() {
		this.futures.close();
		this.stalls.close();
	}

	/**
	 * Checks what can be told before a bean is made.
	 * @param beanName names the bean in messages
	 * @param type the class of the bean
	 * @throws InvalidOnLeaderException if a method cannot be guarded
	 */
	void checkClass(String beanName, Class<?> type) {
		GuardRules.check(beanName, type, this.methods.of(type));
		if (isProxyTargetClass() || ClassUtils.getAllInterfacesForClass(type).length == 0) {
			GuardRules.checkExtensible(beanName, type, this.methods.of(type));
		}
	}

	boolean isAdvice(Object candidate) {
		return candidate.equals(this.advisor);
	}

	boolean isWoven(String beanName, Class<?> type) {
		return this.woven.contains(new Woven(beanName, type));
	}

	/**
	 * Checks the durations that an annotation gives.
	 * @param annotation the annotation
	 * @param election the election that it names
	 * @param where names the method in messages
	 * @throws InvalidOnLeaderException if one cannot be
	 */
	void checkDurations(OnLeader annotation, String election, String where) {
		attributes().waitForLeader(annotation, where);
		this.stalls.check(where, election, attributes().maxDuration(annotation, where));
	}

	OnLeaderMethods methods() {
		return this.methods;
	}

	OnLeaderAttributes attributes() {
		Assert.state(this.attributes != null, "No bean factory set");
		return this.attributes;
	}

	private record Woven(String beanName, Class<?> type) {
	}

}
