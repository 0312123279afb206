/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Weaves {@link OnLeader @OnLeader} into beans. Does not need an auto-proxy creator, so
 * that neither AspectJ nor {@code spring.aop.auto} matters.
 * <p>
 * Runs directly after the auto-proxy creator and puts its advice first: the guard lies
 * around transactions, caching and validation. {@code @Async} and {@code @Retryable} run
 * later and put their advice first in turn: the guard lies inside them, on the thread
 * that runs the method, and in each attempt.
 */
@SuppressWarnings("serial")
public class OnLeaderBeanPostProcessor extends AbstractBeanFactoryAwareAdvisingPostProcessor {

	private final transient Function<BeanFactory, ScheduledMethods> scheduling;

	private final transient GuardContext context;

	private final transient ReturnedWork work;

	/** The woven beans, as bean name and class of the target. */
	private final transient Set<Woven> woven = ConcurrentHashMap.newKeySet();

	private transient @Nullable ConfigurableListableBeanFactory beans;

	private transient ScheduledMethods scheduled = ScheduledMethods.NONE;

	private transient OnLeaderMethods methods = new OnLeaderMethods(this.scheduled);

	private transient @Nullable GuardFactory guards;

	/**
	 * Creates the post-processor. Looks up no bean before there is a guarded method.
	 * @param scheduling selects the {@code @Scheduled} methods that are guarded without
	 * an annotation
	 * @param elections the elections of this instance
	 * @param settings the settings of guards
	 * @param observers the observers of guarded calls
	 * @param contributors the features of guarded methods
	 * @param reactive guards reactive types; not available without Reactor
	 */
	public OnLeaderBeanPostProcessor(Function<BeanFactory, ScheduledMethods> scheduling,
			ObjectProvider<LeaderElections> elections, ObjectProvider<? extends GuardSettings> settings,
			ObjectProvider<GuardObserver> observers, ObjectProvider<GuardContributor> contributors,
			ObjectProvider<ReactiveGuards> reactive) {
		this.scheduling = scheduling;
		this.context = new GuardContext(elections, settings, observers, contributors);
		this.work = new ReturnedWork(SingletonSupplier.ofNullable(reactive::getIfAvailable));
		setBeforeExistingAdvisors(true);
		setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		super.setBeanFactory(beanFactory);
		Assert.isInstanceOf(ConfigurableListableBeanFactory.class, beanFactory);
		this.beans = (ConfigurableListableBeanFactory) beanFactory;
		this.scheduled = this.scheduling.apply(beanFactory);
		this.methods = new OnLeaderMethods(this.scheduled);
	}

	@Override
	public Class<?> determineBeanType(Class<?> beanClass, String beanName) {
		if (!this.methods.of(beanClass).isEmpty()) {
			guards();
		}
		return super.determineBeanType(beanClass, beanName);
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		Class<?> type = AopUtils.getTargetClass(bean);
		boolean scopedProxy = bean instanceof ScopedObject && bean instanceof AopInfrastructureBean;
		if (scopedProxy || this.methods.of(type).isEmpty()) {
			return bean;
		}
		checkClass(beanName, type);
		guards();
		Object result = super.postProcessAfterInitialization(bean, beanName);
		GuardRules.checkProxy(beanName, type, this.methods.of(type), result, this::isAdvice);
		this.woven.add(new Woven(beanName, type));
		return result;
	}

	/**
	 * Checks a bean as far as possible before it is created.
	 * @param beanName the name of the bean in messages
	 * @param type the class of the bean
	 * @throws InvalidLeaderAnnotationException if a method cannot be guarded
	 */
	void checkClass(String beanName, Class<?> type) {
		GuardRules.check(beanName, type, this.methods.of(type), this.work);
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

	private ConfigurableListableBeanFactory beans() {
		Assert.state(this.beans != null, "No bean factory set");
		return this.beans;
	}

	/**
	 * Returns the check that fails the start of the application if a method is not
	 * guarded.
	 * @return the check
	 */
	public ElectionClaims claims() {
		return new GuardCheck(beans(), this, this.context, this.scheduled);
	}

	/**
	 * Returns the annotation that guards a method.
	 * @param method the method, of the class or of an interface or superclass
	 * @param type the class of the bean
	 * @return the annotation, or {@code null} if the method is not guarded
	 */
	public @Nullable OnLeader annotation(Method method, Class<?> type) {
		return this.methods.of(method, type);
	}

	/**
	 * Returns the {@code @Scheduled} methods that are guarded without an annotation.
	 * @return the methods
	 */
	public ScheduledMethods scheduled() {
		return this.scheduled;
	}

	OnLeaderMethods methods() {
		return this.methods;
	}

	/** Returns what creates the guards, made for the first caller. */
	synchronized GuardFactory guards() {
		GuardFactory guards = this.guards;
		if (guards == null) {
			guards = new GuardFactory(this.methods, this.context, this.work, beans());
			this.guards = guards;
			this.advisor = guards.advisor();
		}
		return guards;
	}

	private record Woven(String beanName, Class<?> type) {
	}

}
