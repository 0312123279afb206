/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.lang.reflect.Method;

import io.leaderelection.actuate.ElectionDetails;
import io.leaderelection.annotation.OncePerTick;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.guard.GuardContributor;
import io.leaderelection.guard.GuardSettings;
import io.leaderelection.guard.OnLeaderBeanPostProcessor;
import io.leaderelection.guard.OnLeaderMethod;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.BeanClassCheck;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.time.TimeSystem;

import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;

/**
 * Auto-configuration of methods that run {@link OncePerTick once per tick}.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class,
		afterName = { "io.leaderelection.actuate.LeaderElectionEndpointAutoConfiguration",
				"io.leaderelection.actuate.LeaderElectionHealthContributorAutoConfiguration" })
@ConditionalOnBean(LeaderElectionSettings.class)
public final class LeaderElectionScheduleAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionTicks")
	@Lazy
	static Ticks leaderElectionTicks(ConfigurableListableBeanFactory beanFactory, GuardSettings settings,
			ObjectProvider<TimeSystem> clocks, ObjectProvider<TickListener> listeners,
			OnLeaderBeanPostProcessor guards) {
		return new Ticks(new TickJobs(beanFactory, clocks, listeners, settings::operationTimeout, guards.scheduled()));
	}

	@Bean(BeanNames.PREFIX + "leaderElectionTickCheck")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static BeanClassCheck leaderElectionTickCheck(ConfigurableBeanFactory beanFactory,
			OnLeaderBeanPostProcessor guards) {
		ScheduledMethods scheduled = guards.scheduled();
		return new BeanClassCheck((type) -> {
			if (mayRunOncePerTick(type, scheduled)) {
				new OncePerTickRules(beanFactory, new AnnotationText(beanFactory, () -> ""), scheduled)
					.checkSchedules(type);
			}
		});
	}

	@Bean(BeanNames.PREFIX + "leaderElectionTickClaims")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Order(2)
	static ElectionClaims.Source leaderElectionTickClaims(ConfigurableListableBeanFactory beanFactory,
			OnLeaderBeanPostProcessor guards, GuardSettings settings, ObjectProvider<ElectionEngine> engines,
			ObjectProvider<Ticks> ticks) {
		ScheduledMethods scheduled = guards.scheduled();
		SingletonSupplier<ElectionClaims> claims = SingletonSupplier.of(() -> {
			ElectionEngine engine = engines.getIfAvailable();
			return new OncePerTickMethods(beanFactory, guards::annotation, scheduled, settings::defaultElection,
					() -> engine == null || engine.keepsCheckpoints(), ticks.getObject().jobs);
		});
		return (bean) -> (bean.type() != null && mayRunOncePerTick(bean.type(), scheduled)) ? claims.obtain() : null;
	}

	@Bean(BeanNames.PREFIX + "leaderElectionTickGuards")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Order(1)
	static GuardContributor leaderElectionTickGuards(OnLeaderBeanPostProcessor guards, ObjectProvider<Ticks> ticks) {
		return (method) -> runsOncePerTick(method, guards.scheduled()) ? new TickGuards(ticks.getObject().jobs) : null;
	}

	/**
	 * The ticks at the endpoint and in health, if there are any.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnBean(name = BeanNames.PREFIX + "leaderElectionCheckpointDetails")
	@RegisterReflectionForBinding(TickDescriptor.class)
	static class DetailsConfiguration {

		@Bean(BeanNames.PREFIX + "leaderElectionTickDetails")
		@Order(1)
		ElectionDetails leaderElectionTickDetails(ObjectProvider<Ticks> ticks) {
			return new TickDetails(ticks::getObject);
		}

	}

	private static boolean mayRunOncePerTick(Class<?> type, ScheduledMethods scheduled) {
		return scheduled.isOn(type) || AnnotatedMethods.isOnAny(type, OncePerTick.class);
	}

	private static boolean runsOncePerTick(OnLeaderMethod guarded, ScheduledMethods scheduled) {
		Class<?> type = ClassUtils.getUserClass(guarded.type());
		Method method = AopUtils.getMostSpecificMethod(guarded.method(), type);
		return AnnotatedElementUtils.hasAnnotation(method, OncePerTick.class)
				|| scheduled.runsOncePerTick(method, type);
	}

}
