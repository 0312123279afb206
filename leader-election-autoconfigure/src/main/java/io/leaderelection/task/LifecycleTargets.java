/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;

/**
 * Finds what leadership starts, and refuses what starts automatically.
 */
final class LifecycleTargets {

	private final ConfigurableListableBeanFactory beanFactory;

	private final Supplier<List<ListenerContainers>> containers;

	LifecycleTargets(ConfigurableListableBeanFactory beanFactory, Supplier<List<ListenerContainers>> containers) {
		this.beanFactory = beanFactory;
		this.containers = containers;
	}

	/**
	 * Returns the work that starts and stops a bean or a listener container.
	 * @param claim its name
	 * @return the work
	 * @throws InvalidLeaderAnnotationException if it cannot be started on the leader only
	 */
	LifecycleWork find(ManagedLifecycles.Claim claim) {
		return claim.bean() ? bean(claim.name(), claim.where()) : named(claim.name(), claim.where());
	}

	private LifecycleWork bean(String beanName, String where) {
		String bean = "bean '" + beanName + "'";
		if (!this.beanFactory.isSingleton(beanName)) {
			throw new InvalidLeaderAnnotationException(
					where + " cannot start " + bean + ": it is not a singleton, so there is no one object to start",
					"Make the bean a singleton");
		}
		Lifecycle lifecycle = lifecycle(beanName);
		if (lifecycle == null) {
			throw new InvalidLeaderAnnotationException(where + " cannot start " + bean + ": it is not a Lifecycle",
					"Implement SmartLifecycle, or put @LeaderTask on a method that does the work. For listener "
							+ "containers, give their ids as containers");
		}
		requireNoAutoStart(lifecycle, bean, where,
				"Let isAutoStartup() of the bean return false, call setAutoStartup(false) where it is made, or set the "
						+ "property that does so, such as spring.quartz.auto-startup=false");
		if (lifecycle instanceof SmartLifecycle) {
			// Other beans stop in a later phase
			stopBefore(BeanFactoryUtils.transformedBeanName(beanName));
		}
		return new LifecycleWork(bean, lifecycle);
	}

	/**
	 * Returns the bean or, if it is not a Lifecycle, its factory bean, as with Quartz.
	 */
	private @Nullable Lifecycle lifecycle(String beanName) {
		if (this.beanFactory.getBean(beanName) instanceof Lifecycle lifecycle) {
			return lifecycle;
		}
		Object factory = this.beanFactory.isFactoryBean(beanName)
				? this.beanFactory.getBean(BeanFactory.FACTORY_BEAN_PREFIX + beanName) : null;
		return (factory instanceof Lifecycle lifecycle) ? lifecycle : null;
	}

	/** Prefers a listener container with this id to a bean with this name. */
	private LifecycleWork named(String name, String where) {
		List<Lifecycle> found = new ArrayList<>();
		for (ListenerContainers registry : this.containers.get()) {
			Lifecycle container = registry.find(name);
			if (container != null) {
				found.add(container);
				registry.registryNames().forEach(this::stopBefore);
			}
		}
		if (found.size() > 1) {
			throw new InvalidLeaderAnnotationException(
					where + " names '" + name + "', but there are several listener containers with this id",
					"Give one of them another id");
		}
		if (found.size() == 1) {
			String container = "listener container '" + name + "'";
			requireNoAutoStart(found.get(0), container, where,
					"Set autoStartup = \"false\" on the listener with this id. Where its annotation has no such element, as "
							+ "with JMS, set it on the container factory, or with spring.jms.listener.auto-startup=false");
			return new LifecycleWork(container, found.get(0));
		}
		if (this.beanFactory.containsBean(name)) {
			return bean(name, where);
		}
		throw new InvalidLeaderAnnotationException(
				where + " names '" + name + "', which is neither the id of a listener container nor the name of a bean",
				"Give the id that the listener has. Known ids: " + known());
	}

	/** Registers a dependency, so that the context stops the dependent bean first. */
	private void stopBefore(String beanName) {
		this.beanFactory.registerDependentBean(beanName, ManagedLifecycleStop.BEAN_NAME);
	}

	private String known() {
		Set<String> ids = new TreeSet<>();
		this.containers.get().forEach((registry) -> ids.addAll(registry.ids()));
		return ids.isEmpty() ? "none" : String.join(", ", ids);
	}

	private static void requireNoAutoStart(Lifecycle lifecycle, String what, String where, String action) {
		if (lifecycle instanceof SmartLifecycle smart && smart.isAutoStartup()) {
			throw new InvalidLeaderAnnotationException(
					where + " cannot start " + what + " on the leader only: it starts by itself on every instance",
					action);
		}
		if (lifecycle.isRunning()) {
			throw new InvalidLeaderAnnotationException(
					where + " cannot start " + what + " on the leader only: it runs already",
					"Leave it to leader election to start it");
		}
	}

}
