/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;

import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.StartOnLeader;
import io.leaderelection.autoconfigure.BeanNames;
import io.leaderelection.autoconfigure.ChildContext;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.autoconfigure.LeaderElectionSettings;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.scan.AnnotatedMethods;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.scan.ScannedBean;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.Order;
import org.springframework.util.function.SingletonSupplier;

/**
 * Auto-configuration of what runs while this instance leads: methods with
 * {@link LeaderTask @LeaderTask}, and the beans and listener containers that
 * {@link StartOnLeader @StartOnLeader} or properties start on the leader.
 */
@AutoConfiguration(after = LeaderElectionAutoConfiguration.class)
@ConditionalOnBean(LeaderElectionSettings.class)
public final class LeaderElectionTaskAutoConfiguration {

	@Bean(BeanNames.PREFIX + "leaderElectionTaskClaims")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Order(1)
	static ElectionClaims.Source leaderElectionTaskClaims(ConfigurableListableBeanFactory beanFactory,
			LeaderElectionSettings settings) {
		SingletonSupplier<ElectionClaims> claims = SingletonSupplier
			.of(() -> new LeaderTaskMethods(beanFactory, settings::defaultElection));
		return (bean) -> AnnotatedMethods.isOnAny(bean.type(), LeaderTask.class) ? claims.obtain() : null;
	}

	@Bean(BeanNames.PREFIX + "leaderElectionStartClaims")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	@Order(3)
	static ElectionClaims.Source leaderElectionStartClaims(ConfigurableApplicationContext context,
			LeaderElectionSettings settings, ObjectProvider<ElectionEngine> engines) {
		Map<String, List<String>> configured = settings.startOnLeader();
		boolean child = ChildContext.of(context) != null;
		SingletonSupplier<ElectionClaims> claims = SingletonSupplier.of(() -> {
			if (child) {
				return new StartOnLeaderRefusal(context, settings);
			}
			ElectionEngine engine = engines.getIfAvailable();
			return new StartOnLeaderClaims(context, settings::defaultElection, configured,
					context.getBeanProvider(ListenerContainers.class),
					(engine != null) ? () -> engine.stop(Thread.currentThread()) : null, settings.phaseTimeout());
		});
		return (bean) -> (!configured.isEmpty() || isStartedOnLeader(bean)) ? claims.obtain() : null;
	}

	private static boolean isStartedOnLeader(ScannedBean bean) {
		Class<?> type = bean.type();
		Method factoryMethod = bean.factoryMethod();
		if (type == null) {
			return false;
		}
		if (factoryMethod != null && AnnotatedElementUtils.hasAnnotation(factoryMethod, StartOnLeader.class)) {
			return true;
		}
		return !AnnotatedMethods.isContainerClass(type) && AnnotationUtils.isCandidateClass(type, StartOnLeader.class)
				&& (AnnotatedElementUtils.hasAnnotation(type, StartOnLeader.class)
						|| AnnotatedMethods.isOnAny(type, StartOnLeader.class));
	}

}
