/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.GuardContext;
import io.leaderelection.annotation.GuardObserver;
import io.leaderelection.annotation.GuardTimings;
import io.leaderelection.time.TimeSystem;

import org.springframework.beans.factory.ListableBeanFactory;

/**
 * Looks up what guarded methods need when they need it: what weaves them is made before
 * most beans.
 */
final class LazyGuardContext implements GuardContext {

	private final ListableBeanFactory beanFactory;

	LazyGuardContext(ListableBeanFactory beanFactory) {
		this.beanFactory = beanFactory;
	}

	@Override
	public LeaderElections elections() {
		return this.beanFactory.getBean(LeaderElections.class);
	}

	@Override
	public String defaultElection() {
		return this.beanFactory.getBean(ElectionSettings.class).defaultElection();
	}

	@Override
	public GuardObserver observer() {
		return new GuardObservers(this.beanFactory.getBeanProvider(GuardObserver.class).orderedStream().toList());
	}

	@Override
	public GuardTimings timings() {
		return this.beanFactory.getBean(ElectionSettings.class);
	}

	@Override
	public TimeSystem time() {
		return this.beanFactory.getBeanProvider(TimeSystem.class).getIfUnique(TimeSystem::system);
	}

}
