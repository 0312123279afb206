/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipListener;
import io.leaderelection.annotation.ElectionClaims;
import io.leaderelection.annotation.GuardCheck;
import io.leaderelection.annotation.GuardObserver;
import io.leaderelection.annotation.LeaderTaskMethods;
import io.leaderelection.annotation.ListenerContainers;
import io.leaderelection.annotation.ManagedLifecycleStop;
import io.leaderelection.annotation.ManagedLifecycles;
import io.leaderelection.annotation.OnLeaderBeanPostProcessor;
import io.leaderelection.election.ElectionEngine;
import io.leaderelection.event.LeadershipEventPublisher;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of leader election. What needs a library that may be missing is in
 * classes of its own, beside this one rather than nested: Spring Boot leaves those out
 * without reading them, which is felt in the time an application takes to start. Its
 * beans are there from the start even if those of the application are made when first
 * needed.
 */
@AutoConfiguration
@Lazy(false)
@EnableConfigurationProperties(LeaderElectionProperties.class)
public final class LeaderElectionAutoConfiguration {

	@Bean
	ElectionSettings leaderElectionSettings(Environment environment,
			ObjectProvider<LeaderElectionProperties> properties) {
		new PropertyChecks(environment).run();
		return new ElectionSettings(properties.getObject(), environment);
	}

	@Bean
	@ConditionalOnMissingBean(LeaderElections.class)
	ElectionEngine leaderElections(ElectionSettings settings, DefaultListableBeanFactory beanFactory,
			Environment environment) {
		return new EngineFactory(settings, beanFactory, environment).create();
	}

	@Bean
	@ConditionalOnBean(ElectionEngine.class)
	LeaderElectionLifecycle leaderElectionLifecycle(ElectionEngine engine, ApplicationContext context,
			ObjectProvider<TimeSystem> time) {
		return new LeaderElectionLifecycle(engine, context, time.getIfUnique(TimeSystem::system));
	}

	@Bean(ManagedLifecycleStop.BEAN_NAME)
	@ConditionalOnBean(ElectionEngine.class)
	ManagedLifecycleStop leaderElectionManagedLifecycleStop(ManagedLifecycles lifecycles, ElectionEngine engine) {
		return new ManagedLifecycleStop(lifecycles, engine::stop);
	}

	@Bean
	ListenerRegistration leaderElectionListenerRegistration(LeaderElections elections,
			ApplicationEventPublisher publisher, ObjectProvider<LeadershipListener> listeners) {
		return new ListenerRegistration(elections, new LeadershipEventPublisher(elections, publisher), listeners);
	}

	@Bean
	@ConditionalOnMissingBean
	@Lazy
	LeaderElection defaultLeaderElection(LeaderElections elections, ElectionSettings settings) {
		return elections.join(settings.defaultElection());
	}

	@Bean
	LeaderTaskMethods leaderElectionTaskMethods(DefaultListableBeanFactory beanFactory, ElectionSettings settings) {
		return new LeaderTaskMethods(beanFactory, settings::defaultElection);
	}

	@Bean
	ManagedLifecycles leaderElectionManagedLifecycles(DefaultListableBeanFactory beanFactory, ElectionSettings settings,
			ObjectProvider<ListenerContainers> containers) {
		return new ManagedLifecycles(beanFactory, settings::defaultElection, settings.startOnLeader(),
				() -> containers.orderedStream().toList());
	}

	@Bean
	EligibilityMonitor leaderElectionEligibilityMonitor(LeaderElections elections, ElectionSettings settings,
			ObjectProvider<NamedHealth> health, ObjectProvider<LeadershipEligibility> beans,
			ObjectProvider<TimeSystem> time) {
		return new EligibilityMonitor(elections, new EligibilityQuestions(settings, health::getIfAvailable, beans),
				settings.mode(), time.getIfUnique(TimeSystem::system));
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OnLeaderBeanPostProcessor onLeaderBeanPostProcessor(Environment environment,
			ObjectProvider<LeaderElections> elections, ObjectProvider<ElectionSettings> settings,
			ObjectProvider<GuardObserver> observer, ObjectProvider<TimeSystem> time) {
		OnLeaderBeanPostProcessor postProcessor = new OnLeaderBeanPostProcessor(elections::getObject,
				() -> settings.getObject().defaultElection(),
				() -> new GuardObservers(observer.orderedStream().toList()), settings::getObject,
				() -> time.getIfUnique(TimeSystem::system));
		postProcessor
			.setProxyTargetClass(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
		return postProcessor;
	}

	@Bean
	ElectionEnrollment leaderElectionEnrollment(LeaderElections elections, DefaultListableBeanFactory beanFactory,
			OnLeaderBeanPostProcessor postProcessor, ElectionSettings settings,
			ObjectProvider<LeaderMetadataContributor> contributors, ObjectProvider<GuardObserver> observer,
			ObjectProvider<ElectionClaims> claims) {
		return new ElectionEnrollment(elections, new GuardCheck(beanFactory, postProcessor), settings, contributors,
				observer, claims);
	}

}
