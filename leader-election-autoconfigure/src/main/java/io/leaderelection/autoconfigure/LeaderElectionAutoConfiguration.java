/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipListener;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.event.LeadershipEventPublisher;
import io.leaderelection.guard.GuardContributor;
import io.leaderelection.guard.GuardObserver;
import io.leaderelection.guard.GuardScheduled;
import io.leaderelection.guard.OnLeaderBeanPostProcessor;
import io.leaderelection.guard.ReactiveGuards;
import io.leaderelection.guard.ScheduledMethods;
import io.leaderelection.scan.BeanScan;
import io.leaderelection.scan.ElectionClaims;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of leader election. Beans that need an optional library are in
 * separate top-level classes, because Spring Boot skips those without reading them. Each
 * bean, and each look-up of a type among all beans, adds to the startup time of an
 * application. Therefore objects that only these beans use are not beans, and beans that
 * need no weaving are infrastructure beans.
 * <p>
 * The beans of the properties are there for the endpoint {@code configprops} and for
 * native images. Everything else uses the settings, which are bound with more checks.
 * <p>
 * All beans are created at startup, even with lazy initialization: Spring Boot excludes
 * the enrollment and the lifecycle from it, and they need the others.
 */
@AutoConfiguration
@EnableConfigurationProperties({ LeaderElectionProperties.class, ElectionProperties.class })
public final class LeaderElectionAutoConfiguration {

	private final ConfigurableApplicationContext context;

	private final ConfigurableListableBeanFactory beanFactory;

	private final SettingsResolver resolver;

	LeaderElectionAutoConfiguration(ConfigurableApplicationContext context) {
		SupportedSpringBoot.require(SpringBootVersion.getVersion());
		this.context = context;
		this.beanFactory = context.getBeanFactory();
		this.resolver = new SettingsResolver(context.getEnvironment());
	}

	@Bean(BeanNames.PREFIX + "leaderElectionSettings")
	LeaderElectionSettings leaderElectionSettings() {
		return this.resolver.resolve();
	}

	@Bean(BeanNames.PREFIX + "leaderElections")
	@ConditionalOnMissingBean(LeaderElections.class)
	ElectionEngine leaderElections(LeaderElectionSettings settings) {
		return new EngineFactory(settings, this.resolver, this.beanFactory, this.context.getEnvironment()).create();
	}

	@Bean(BeanNames.PREFIX + "leaderElectionLifecycle")
	LeaderElectionLifecycle leaderElectionLifecycle(ObjectProvider<ElectionEngine> engine,
			ElectionEnrollment enrollment, LeaderElectionSettings settings, ObjectProvider<TimeSystem> clocks) {
		boolean child = ChildContext.of(this.context) != null;
		return new LeaderElectionLifecycle(child ? null : engine.getIfAvailable(), child ? enrollment : null, settings,
				this.context, clocks.getIfUnique(TimeSystem::system));
	}

	@Bean(BeanNames.PREFIX + "defaultLeaderElection")
	@ConditionalOnMissingBean
	@Lazy
	LeaderElection defaultLeaderElection(LeaderElections elections, LeaderElectionSettings settings) {
		return elections.join(settings.defaultElection()).election();
	}

	@Bean(BeanNames.PREFIX + "onLeaderBeanPostProcessor")
	@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
	static OnLeaderBeanPostProcessor onLeaderBeanPostProcessor(Environment environment,
			ObjectProvider<LeaderElections> elections, ObjectProvider<LeaderElectionSettings> settings,
			ObjectProvider<GuardObserver> observers, ObjectProvider<GuardContributor> contributors,
			ObjectProvider<ReactiveGuards> reactive) {
		OnLeaderBeanPostProcessor postProcessor = new OnLeaderBeanPostProcessor(
				(beans) -> scheduledMethods(environment, beans), elections, settings, observers, contributors,
				reactive);
		postProcessor
			.setProxyTargetClass(environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true));
		return postProcessor;
	}

	private static ScheduledMethods scheduledMethods(Environment environment, BeanFactory beanFactory) {
		// Also needed ahead of time, when there are no settings
		GuardScheduled guard = Binder.get(environment)
			.bind(ScheduledMethods.PROPERTY, GuardScheduled.class)
			.orElse(GuardScheduled.NONE);
		if (guard == GuardScheduled.NONE) {
			return new ScheduledMethods(guard, List.of());
		}
		if (!AutoConfigurationPackages.has(beanFactory)) {
			throw new LeaderElectionConfigurationException(ScheduledMethods.PROPERTY + " is " + guard.value()
					+ ", but the application names no packages of its own, so which methods are meant is unknown",
					"Put @SpringBootApplication or @AutoConfigurationPackage on a class in a named package, or remove the "
							+ "property and annotate the methods with @OnLeader");
		}
		return new ScheduledMethods(guard, AutoConfigurationPackages.get(beanFactory));
	}

	@Bean(BeanNames.PREFIX + "leaderElectionEnrollment")
	ElectionEnrollment leaderElectionEnrollment(LeaderElections elections, LeaderElectionSettings settings,
			LeaderElectionProperties properties, ElectionProperties common, OnLeaderBeanPostProcessor postProcessor,
			ObjectProvider<ElectionClaims.Source> features, ObjectProvider<LeadershipListener> listeners,
			ObjectProvider<LeaderMetadataContributor> contributors) {
		ChildContext child = ChildContext.of(this.context);
		if (child != null) {
			child.check(properties, common);
		}
		ElectionClaims guarded = postProcessor.claims();
		List<ElectionClaims.Source> sources = new ArrayList<>();
		sources.add(new MissingFeatures(this.beanFactory, settings));
		sources.add((bean) -> guarded);
		sources.addAll(
				(child != null) ? child.own(features, ElectionClaims.Source.class) : features.orderedStream().toList());
		LeadershipListener publisher = new LeadershipEventPublisher(elections,
				(child != null) ? child.publisher() : this.context);
		return new ElectionEnrollment(elections, publisher, listeners, new BeanScan(this.beanFactory), sources,
				settings, contributors, child);
	}

}
