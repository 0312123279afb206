/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import io.leaderelection.LeaderElections;
import io.leaderelection.time.TimeSystem;

/**
 * What guarded methods need of the application. Nothing is asked for before there is a
 * guarded method that needs it. May be called by any thread.
 */
public interface GuardContext {

	/**
	 * The elections that guard.
	 * @return the elections
	 */
	LeaderElections elections();

	/**
	 * Whether this instance contends in elections, now or once it has started.
	 * @return whether there is an answer of a store to come
	 */
	boolean contends();

	/**
	 * The election of annotations that name none.
	 * @return its name
	 */
	String defaultElection();

	/**
	 * Who hears of guarded calls.
	 * @return the observer
	 */
	GuardObserver observer();

	/**
	 * Durations of elections.
	 * @return the durations
	 */
	GuardTimings timings();

	/**
	 * The clocks and threads by which calls are watched.
	 * @return the time system
	 */
	TimeSystem time();

}
