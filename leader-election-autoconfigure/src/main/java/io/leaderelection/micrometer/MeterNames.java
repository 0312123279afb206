/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

/**
 * Names of the meters and of their tags.
 */
public final class MeterNames {

	/**
	 * Gauge: 1 on the leader, else 0; of an election that is divided, the number of
	 * partitions led. Tag {@link #ELECTION}.
	 */
	public static final String LEADING = "leader.election.leading";

	/**
	 * Gauge: 1 while no leader is known, else 0; of an election that is divided, the
	 * number of partitions without. Tag {@link #ELECTION}.
	 */
	public static final String VACANT = "leader.election.vacant";

	/**
	 * Gauge: how many leaders {@link #LEADING} and {@link #VACANT} count at most: of an
	 * election that is divided, the number of its partitions, else 1. Tag
	 * {@link #ELECTION}.
	 */
	public static final String PARTITIONS = "leader.election.partitions";

	/**
	 * Time gauge: how long this instance's own term lasts without a renewal; of an
	 * election that is divided, the least of all. Tag {@link #ELECTION}.
	 */
	public static final String LEASE_REMAINING = "leader.election.lease.remaining";

	/**
	 * Counter: terms granted to and revoked from this instance. Tags {@link #ELECTION},
	 * {@link #TRANSITION}, {@link #CAUSE}.
	 */
	public static final String TRANSITIONS = "leader.election.transitions";

	/** Timer: how long terms of this instance lasted. Tag {@link #ELECTION}. */
	public static final String TERM = "leader.election.term";

	/**
	 * Timer: time from the loss of one leader until the next one is known. Tag
	 * {@link #ELECTION}.
	 */
	public static final String FAILOVER = "leader.election.failover";

	/**
	 * Counter: calls of guarded methods. Tags {@link #ELECTION}, {@link #OUTCOME}.
	 */
	public static final String GUARDED = "leader.election.guarded";

	/**
	 * Counter: ticks of jobs that run once per tick. Tags {@link #ELECTION},
	 * {@link #TICK}, {@link #OUTCOME}.
	 */
	public static final String TICKS = "leader.election.ticks";

	/** Gauge: how many elections this instance leads. */
	public static final String LED = "leader.election.led";

	/**
	 * Gauge: for how many elections this instance asks, by its priority or for an even
	 * spread.
	 */
	public static final String BIDS = "leader.election.bids";

	/**
	 * Counter: tasks that were cancelled and did not end within the drain timeout. Tag
	 * {@link #ELECTION}.
	 */
	public static final String TASK_STUCK = "leader.election.task.stuck";

	/**
	 * Timer: round trips to the store. Tags {@link #OPERATION}, {@link #OUTCOME},
	 * {@link #BACKEND}.
	 */
	public static final String OPERATION_TIME = "leader.election.operation";

	/**
	 * Tag: the name of the election; of an election that is divided, that of all its
	 * partitions.
	 */
	public static final String ELECTION = "election";

	/**
	 * Tag: the number of the partition, beside {@link #ELECTION}, or
	 * {@link #NO_PARTITION}. Only if leader-election.metrics.partitions is set.
	 */
	public static final String PARTITION = "partition";

	/** Value of {@link #PARTITION} for an election that is not divided. */
	public static final String NO_PARTITION = "none";

	/** Tag: the name of the tick. */
	public static final String TICK = "tick";

	/** Tag: {@code granted} or {@code revoked}. */
	public static final String TRANSITION = "transition";

	/** Tag: why, in lower case. */
	public static final String CAUSE = "cause";

	/** Tag: how something ended. */
	public static final String OUTCOME = "outcome";

	/** Tag: {@code acquire}, {@code renew}, {@code release} or {@code observe}. */
	public static final String OPERATION = "operation";

	/** Tag: the name of the store. */
	public static final String BACKEND = "backend";

	private MeterNames() {
	}

}
