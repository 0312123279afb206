/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.leaderelection.autoconfigure.LeaseStoreDescriptor.Reach;
import io.leaderelection.calls.OperationListener;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.LibraryConflict;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.work.TaskObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.util.StringUtils;

/**
 * Builds the engine from the settings, the chosen store and the beans of the context.
 */
final class EngineFactory {

	private static final Logger logger = LoggerFactory.getLogger(EngineFactory.class);

	/** The traits of an application's store without a unique {@link StoreTraits} bean. */
	private static final StoreTraits CUSTOM = new StoreTraits("custom", StoreTraits.Clock.STORE, Duration.ofMillis(1),
			Duration.ofDays(365), false, false, false, false);

	private final LeaderElectionSettings settings;

	private final SettingsResolver resolver;

	private final ConfigurableListableBeanFactory beanFactory;

	private final Environment environment;

	EngineFactory(LeaderElectionSettings settings, SettingsResolver resolver,
			ConfigurableListableBeanFactory beanFactory, Environment environment) {
		this.settings = settings;
		this.resolver = resolver;
		this.beanFactory = beanFactory;
		this.environment = environment;
	}

	/**
	 * Builds the engine without starting it.
	 * @return the engine
	 * @throws LeaderElectionConfigurationException if there is no store, or the settings
	 * do not suit it
	 */
	ElectionEngine create() {
		return switch (this.settings.mode()) {
			case ALWAYS -> build(ElectionEngineBuilder.alwaysLeading(), Reach.MACHINE);
			case NEVER -> build(ElectionEngineBuilder.neverLeading(), Reach.MACHINE);
			case ELECT -> {
				LeaseStore bean = new StoreBean<>(LeaseStore.class, this.beanFactory, true).find();
				yield (bean != null) ? overBean(bean) : overStore();
			}
		};
	}

	/**
	 * A LeaseStore bean has no other purpose, so it is used even if another store is
	 * configured.
	 */
	private ElectionEngine overBean(LeaseStore bean) {
		if (StringUtils.hasText(this.settings.backend())) {
			logger.info("{} is '{}', but the application's own LeaseStore bean is used", StoreResolver.BACKEND,
					this.settings.backend());
		}
		StoreTraits traits = this.beanFactory.getBeanProvider(StoreTraits.class).getIfUnique(() -> CUSTOM);
		this.resolver.checkFor(this.settings, traits);
		boolean machine = traits.clock() == StoreTraits.Clock.MACHINE;
		// The context closes the bean
		ElectionEngineBuilder builder = ElectionEngineBuilder.of(bean, traits).closeStore(false);
		return connected(builder, (machine) ? Reach.MACHINE : Reach.SHARED);
	}

	private ElectionEngine overStore() {
		Problems problems = new Problems();
		LeaseStoreDescriptor chosen = problems.find(this::store);
		Reach reach = (chosen != null) ? chosen.reach() : Reach.SHARED;
		problems.check(() -> this.resolver.namespace(this.settings, reach));
		LeaseStoreFactory factory = (chosen != null) ? problems.find(chosen::factory) : null;
		if (factory != null) {
			problems.check(() -> this.resolver.checkFor(this.settings, factory.traits()));
		}
		problems.throwIfAny();
		return over(Objects.requireNonNull(factory), reach);
	}

	private ElectionEngine over(LeaseStoreFactory factory, Reach reach) {
		StoreTraits traits = factory.traits();
		LeaseStore store = open(factory, traits);
		try {
			return connected(ElectionEngineBuilder.of(store, traits), reach);
		}
		catch (RuntimeException ex) {
			closeAfter(ex, store);
			throw ex;
		}
	}

	private ElectionEngine connected(ElectionEngineBuilder builder, Reach reach) {
		ElectionEngine engine = build(builder, reach);
		if (reach == Reach.SHARED) {
			// Start early, because loading and connecting a client takes longer than an
			// election
			engine.connect(this.settings.defaultElection());
		}
		return engine;
	}

	private static void closeAfter(RuntimeException failure, LeaseStore store) {
		try {
			store.close();
		}
		catch (RuntimeException ex) {
			failure.addSuppressed(ex);
		}
	}

	private static LeaseStore open(LeaseStoreFactory factory, StoreTraits traits) {
		try {
			return factory.open();
		}
		catch (LeaderElectionConfigurationException ex) {
			throw ex;
		}
		catch (Exception | LinkageError ex) {
			if (ex instanceof InterruptedException) {
				Thread.currentThread().interrupt();
			}
			String conflict = LibraryConflict.describe(ex);
			throw new LeaderElectionConfigurationException(
					"The store '" + traits.name() + "' of leader election cannot be opened: "
							+ ((conflict != null) ? conflict + ". " + LibraryConflict.REMEDY : ex.getMessage()),
					"Correct what is named above, or set " + StoreResolver.BACKEND + " to another store", ex);
		}
	}

	private ElectionEngine build(ElectionEngineBuilder builder, Reach reach) {
		apply(builder, reach);
		builder.time(time());
		this.beanFactory.getBeanProvider(OperationListener.class).orderedStream().forEach(builder::operationListener);
		builder.taskObserver(this.beanFactory.getBeanProvider(TaskObserver.class)
			.orderedStream()
			.findFirst()
			.orElse(TaskObserver.NONE));
		return builder.metadata(this.settings.metadata()).build();
	}

	private void apply(ElectionEngineBuilder builder, Reach reach) {
		LeaderElectionSettings settings = this.settings;
		builder.namespace(this.resolver.namespace(settings, reach));
		String instanceName = settings.instanceName();
		if (StringUtils.hasText(instanceName)) {
			SettingsResolver.legal("leader-election.instance-name", instanceName, builder::instanceName);
		}
		builder.elections(settings.common().settings());
		settings.elections().forEach((name, election) -> builder.election(name, election.settings()));
		SettingsResolver.checkLimit(settings);
		builder.bidLimits(settings.bidLimits());
		builder.vacancyThreshold(settings.vacancyThreshold());
	}

	private TimeSystem time() {
		TimeSystem time = this.beanFactory.getBeanProvider(TimeSystem.class).getIfUnique(TimeSystem::system);
		return (Threading.VIRTUAL.isActive(this.environment))
				? time.withTaskExecutors((name) -> new VirtualThreadTaskExecutor(name + "-")) : time;
	}

	private LeaseStoreDescriptor store() {
		List<LeaseStoreDescriptor> descriptors = this.beanFactory.getBeanProvider(LeaseStoreDescriptor.class)
			.orderedStream()
			.toList();
		return new StoreResolver(descriptors, () -> OnLeaderElectionStoreCondition.evaluated(this.beanFactory),
				() -> CloudPlatform.getActive(this.environment))
			.resolve(this.settings.backend());
	}

}
