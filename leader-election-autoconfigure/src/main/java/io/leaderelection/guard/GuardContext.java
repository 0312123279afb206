/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.lang.reflect.Method;

import io.leaderelection.LeaderElections;
import io.leaderelection.time.TimeSystem;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The parts of the application that guarded methods need. They are looked up on demand,
 * because guards are woven before most beans exist.
 *
 * @param elections the elections of this instance
 * @param settings the settings
 * @param observers the observers of guarded calls
 * @param clocks the time system, if the application defines one
 * @param filters decide, inside guarded calls, whether methods are called
 */
record GuardContext(ObjectProvider<LeaderElections> elections, ObjectProvider<? extends GuardSettings> settings,
		ObjectProvider<GuardObserver> observers, ObjectProvider<TimeSystem> clocks,
		ObjectProvider<? extends CallFilter.Source> filters) {

	String defaultElection() {
		return this.settings.getObject().defaultElection();
	}

	GuardObserver observer() {
		return new GuardObservers(this.observers.orderedStream().toList());
	}

	@Nullable CallFilter filter(Method method, Class<?> type) {
		CallFilter.Source source = this.filters.getIfUnique();
		return (source != null) ? source.of(method, type) : null;
	}

	TimeSystem time() {
		return this.clocks.getIfUnique(TimeSystem::system);
	}

}
