/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipListener;
import io.leaderelection.annotation.ElectionClaims;
import io.leaderelection.annotation.GuardCheck;
import io.leaderelection.annotation.LeaderTaskMethods;
import io.leaderelection.annotation.OnLeaderBeanPostProcessor;
import io.leaderelection.annotation.StartOnLeaderClaims;
import io.leaderelection.election.ElectionEngine;
import io.leaderelection.event.LeadershipEventPublisher;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
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
	LeaderElectionLifecycle leaderElectionLifecycle(ObjectProvider<ElectionEngine> engine, LeaderElections elections,
			ElectionSettings settings, ApplicationContext context, ListableBeanFactory beanFactory) {
		TimeSystem time = beanFactory.getBeanProvider(TimeSystem.class).getIfUnique(TimeSystem::system);
		EligibilityQuestions questions = new EligibilityQuestions(settings,
				beanFactory.getBeanProvider(NamedHealth.class),
				beanFactory.getBeanProvider(LeadershipEligibility.class));
		return new LeaderElectionLifecycle(engine.getIfAvailable(),
				new EligibilityMonitor(elections, questions, settings.mode(), time), context, time);
	}

	@Bean
	@ConditionalOnMissingBean
	@Lazy
	LeaderElection defaultLeaderElection(LeaderElections elections, ElectionSettings settings) {
		return elections.join(settings.defaultElection());
	}

	@Bean
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OnLeaderBeanPostProcessor onLeaderBeanPostProcessor(Environment environment,
			ListableBeanFactory beanFactory) {
		OnLeaderBeanPostProcessor postProcessor = new OnLeaderBeanPostProcessor(new LazyGuardContext(beanFactory));
		postProcessor
			.setProxyTargetClass(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
		return postProcessor;
	}

	@Bean
	ElectionEnrollment leaderElectionEnrollment(LeaderElections elections, ElectionSettings settings,
			OnLeaderBeanPostProcessor postProcessor, ObjectProvider<ElectionEngine> engine,
			ConfigurableApplicationContext context, DefaultListableBeanFactory beanFactory) {
		ListenerRegistration listeners = new ListenerRegistration(elections,
				new LeadershipEventPublisher(elections, context),
				beanFactory.getBeanProvider(LeadershipListener.class));
		ElectionEngine own = engine.getIfAvailable();
		List<ElectionClaims> claims = List.of(new LeaderTaskMethods(beanFactory, settings.defaultElection()),
				new StartOnLeaderClaims(context, beanFactory, settings.defaultElection(), settings.startOnLeader(),
						(own != null) ? own::stop : null));
		return new ElectionEnrollment(elections, listeners, new GuardCheck(beanFactory, postProcessor), claims,
				settings, beanFactory);
	}

}
