/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.LeaderElections;

import org.springframework.beans.factory.ObjectProvider;

/**
 * The parts of the application that guarded methods need. They are looked up on demand,
 * because guards are woven before most beans exist.
 *
 * @param elections the elections of this instance
 * @param settings the settings
 * @param observers the observers of guarded calls
 * @param contributors the features of guarded methods
 */
record GuardContext(ObjectProvider<LeaderElections> elections, ObjectProvider<? extends GuardSettings> settings,
		ObjectProvider<GuardObserver> observers, ObjectProvider<GuardContributor> contributors) {

	String defaultElection() {
		return this.settings.getObject().defaultElection();
	}

	GuardObserver observer() {
		return new GuardObservers(this.observers.orderedStream().toList());
	}

}
