/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.OnLoss;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.Lifecycle;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextStartedEvent;

/**
 * Starts beans and listener containers when this instance leads their elections, and
 * stops them when it no longer does. Looks them up in the first phase of the context,
 * when listener containers exist and nothing has been started.
 */
final class ManagedLifecycles implements SmartLifecycle, ApplicationListener<ContextStartedEvent> {

	static final String BEAN_NAME = "leaderElectionManagedLifecycles";

	private final ConfigurableApplicationContext context;

	private final ConfigurableListableBeanFactory beanFactory;

	private final LeaderElections elections;

	private final ObjectProvider<ListenerContainers> containers;

	private final List<Claim> claims;

	private final List<LifecycleWork> works = new ArrayList<>();

	private boolean begun;

	private volatile boolean running;

	ManagedLifecycles(ConfigurableApplicationContext context, LeaderElections elections,
			ObjectProvider<ListenerContainers> containers, List<Claim> claims) {
		this.context = context;
		this.beanFactory = context.getBeanFactory();
		this.elections = elections;
		this.containers = containers;
		this.claims = List.copyOf(claims);
	}

	@Override
	public void start() {
		this.running = true;
		if (this.begun) {
			return;
		}
		this.begun = true;
		Map<Lifecycle, Claim> claimed = new HashMap<>();
		Map<LifecycleWork, Claim> started = new LinkedHashMap<>();
		for (Claim claim : this.claims) {
			LifecycleWork work = find(claim);
			Claim other = claimed.putIfAbsent(work.lifecycle(), claim);
			if (other == null) {
				started.put(work, claim);
			}
			else {
				requireSameOptions(work, other, claim);
			}
		}
		started.forEach((work, claim) -> {
			this.works.add(work);
			this.elections.get(claim.election()).runWhileLeader(work, options(work, claim));
		});
	}

	private static void requireSameOptions(LifecycleWork work, Claim one, Claim other) {
		if (!one.election().equals(other.election())) {
			throw new InvalidLeaderAnnotationException(work.name() + " is started for two elections: " + one.where()
					+ " says '" + one.election() + "', " + other.where() + " says '" + other.election() + "'",
					"Name it for one election");
		}
		if (one.stepDownAfter() != other.stepDownAfter()) {
			throw new InvalidLeaderAnnotationException(
					work.name() + " is started twice for election '" + one.election() + "': " + one.where() + " and "
							+ other.where() + " differ in onFailure or after",
					"Name it once: in one annotation, or in leader-election.elections[" + one.election()
							+ "].start without onFailure");
		}
	}

	/**
	 * Returns the work that starts and stops a bean or a listener container. Refuses what
	 * starts automatically.
	 */
	private LifecycleWork find(Claim claim) {
		return claim.bean() ? bean(claim.name(), claim.where()) : named(claim.name(), claim.where());
	}

	private LifecycleWork bean(String beanName, String where) {
		String bean = "bean '" + beanName + "'";
		if (!this.beanFactory.isSingleton(beanName)) {
			throw new InvalidLeaderAnnotationException(
					where + " cannot start " + bean + ": it is not a singleton, so no single object can be started",
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
		for (ListenerContainers registry : this.containers.orderedStream().toList()) {
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
		this.containers.stream().forEach((registry) -> ids.addAll(registry.ids()));
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

	private static LeaderWorkOptions options(LifecycleWork work, Claim claim) {
		LeaderWorkOptions options = LeaderWorkOptions.named(work.name()).onLoss(OnLoss.CONTINUE);
		return (claim.stepDownAfter() > 0) ? options.stepDownAfter(claim.stepDownAfter()) : options;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** The first phase, before anything is started. */
	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

	/**
	 * Stops the beans again: a context that is started again starts all its Lifecycle
	 * beans.
	 */
	@Override
	public void onApplicationEvent(ContextStartedEvent event) {
		if (event.getApplicationContext().equals(this.context)) {
			this.works.forEach(LifecycleWork::stopIfNotLeading);
		}
	}

	/**
	 * @param where the annotation or property
	 * @param election the election
	 * @param name the name of a bean, or of a bean or container to look up
	 * @param bean whether it is known to be the name of a bean
	 * @param stepDownAfter the number of consecutive failures before a handover, or 0 for
	 * never
	 */
	record Claim(String where, String election, String name, boolean bean, int stepDownAfter) {
	}

}
