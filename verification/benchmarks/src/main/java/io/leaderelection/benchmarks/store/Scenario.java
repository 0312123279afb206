/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What is measured. The name in lower case, with hyphens, is an argument of the run.
 */
enum Scenario {

	/** The leader steps down on request and continues to run. */
	STEP_DOWN,

	/** The first handover of both processes. */
	FIRST_STEP_DOWN,

	/** The application of the leader is closed. */
	CLOSE,

	/** The leader's process receives SIGKILL. */
	CRASH,

	/** The leader's process receives SIGSTOP, and SIGCONT after more than a lease. */
	FREEZE,

	/** Many elections of a leader and a follower. */
	SCALE,

	/** Many ticks beside the renewals of 100 elections. */
	TICKS,

	/** One process with many elections, and a restart of the server. */
	ONE_PROCESS,

	/** Many processes, each with an election of its own, and a restart of the server. */
	OWN,

	/** Many processes that contend for one election, and a restart of the server. */
	SHARED,

	/** Two more instances start, then quiet, a SIGKILL and a rolling restart. */
	SPREAD,

	/** Two more instances start while one leads many elections. */
	MANY,

	/** The round trips of bids. */
	ROUND_TRIPS,

	/** The requests of three instances to an API server of Kubernetes. */
	REQUESTS;

	/** Returns the stores on which it runs if none are named. */
	List<Store> usualStores() {
		if (this == REQUESTS) {
			return List.of(Store.KUBERNETES);
		}
		return (compareTo(TICKS) < 0) ? Arrays.stream(Store.values())
			.filter((store) -> store != Store.MYSQL && !store.isOfAnotherLibrary())
			.toList() : List.of(Store.REDIS, Store.POSTGRES);
	}

	/**
	 * Runs it.
	 * @param stage the source of instances
	 * @param arguments the arguments of the run
	 * @param figures prints what is measured
	 * @throws Exception if an instance or the server fails
	 */
	void run(Stage stage, Arguments arguments, Figures figures) throws Exception {
		Failover failover = new Failover(stage, arguments, figures);
		Costs costs = new Costs(stage, arguments, figures);
		Load load = new Load(stage, arguments, figures);
		Distribution distribution = new Distribution(stage, arguments, figures);
		switch (this) {
			case STEP_DOWN -> failover.stepDown();
			case FIRST_STEP_DOWN -> failover.firstStepDown();
			case CLOSE -> failover.close();
			case CRASH -> failover.crash();
			case FREEZE -> failover.freeze();
			case SCALE -> costs.scale();
			case TICKS -> costs.ticks();
			case ONE_PROCESS -> load.oneProcess();
			case OWN -> load.own();
			case SHARED -> load.shared();
			case SPREAD -> distribution.spread();
			case MANY -> distribution.many();
			case ROUND_TRIPS -> distribution.roundTrips();
			case REQUESTS -> costs.requests();
		}
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
