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

import org.springframework.beans.factory.ObjectProvider;

/**
 * Looks up what guarded methods need when they need it: what weaves them is made before
 * most beans.
 *
 * @param leaderElections the elections
 * @param settings the settings
 * @param observers who hear of guarded calls
 * @param clocks the time system, if the application has one of its own
 */
record LazyGuardContext(ObjectProvider<LeaderElections> leaderElections, ObjectProvider<ElectionSettings> settings,
		ObjectProvider<GuardObserver> observers, ObjectProvider<TimeSystem> clocks) implements GuardContext {

	@Override
	public LeaderElections elections() {
		return this.leaderElections.getObject();
	}

	@Override
	public boolean contends() {
		return this.settings.getObject().mode() == ElectionMode.ELECT;
	}

	@Override
	public String defaultElection() {
		return this.settings.getObject().defaultElection();
	}

	@Override
	public GuardObserver observer() {
		return new GuardObservers(this.observers.orderedStream().toList());
	}

	@Override
	public GuardTimings timings() {
		return this.settings.getObject();
	}

	@Override
	public TimeSystem time() {
		return this.clocks.getIfUnique(TimeSystem::system);
	}

}
