/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

/**
 * Names of the meters and their tags.
 */
public final class MeterNames {

	/**
	 * Gauge: 1 on the leader, otherwise 0; for a divided election, the number of
	 * partitions that this instance leads. Tag {@link #ELECTION}.
	 */
	public static final String LEADING = "leader.election.leading";

	/**
	 * Gauge: 1 while no leader is known, otherwise 0; for a divided election, the number
	 * of partitions without a known leader. Tag {@link #ELECTION}.
	 */
	public static final String VACANT = "leader.election.vacant";

	/**
	 * Gauge: 1 while the election is suspended and this instance keeps its lease,
	 * otherwise 0; for a divided election, the number of such partitions. Tag
	 * {@link #ELECTION}.
	 */
	public static final String SUSPENDED = "leader.election.suspended";

	/**
	 * Gauge: the maximum of {@link #LEADING} and {@link #VACANT}: the number of
	 * partitions for a divided election, otherwise 1. Tag {@link #ELECTION}.
	 */
	public static final String PARTITIONS = "leader.election.partitions";

	/**
	 * Time gauge: the time until this instance's own term expires without a renewal; for
	 * a divided election, the minimum over its partitions. Tag {@link #ELECTION}.
	 */
	public static final String LEASE_REMAINING = "leader.election.lease.remaining";

	/**
	 * Counter: terms granted to and revoked from this instance. Tags {@link #ELECTION},
	 * {@link #TRANSITION}, {@link #CAUSE}.
	 */
	public static final String TRANSITIONS = "leader.election.transitions";

	/** Timer: the duration of this instance's terms. Tag {@link #ELECTION}. */
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
	 * Counter: ticks of once-per-tick jobs. Tags {@link #ELECTION}, {@link #TICK},
	 * {@link #OUTCOME}.
	 */
	public static final String TICKS = "leader.election.ticks";

	/** Gauge: the number of elections that this instance leads. */
	public static final String LED = "leader.election.led";

	/**
	 * Gauge: the number of elections that this instance requests, because of its priority
	 * or for an even spread.
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
	 * Tag: the name of the election; a partition has the name of the divided election.
	 */
	public static final String ELECTION = "election";

	/**
	 * Tag: the number of the partition, in addition to {@link #ELECTION}, or
	 * {@link #NO_PARTITION}. Only if leader-election.metrics.partitions is set.
	 */
	public static final String PARTITION = "partition";

	/** Value of {@link #PARTITION} for an election that is not divided. */
	public static final String NO_PARTITION = "none";

	/** Tag: the name of the tick. */
	public static final String TICK = "tick";

	/** Tag: {@code granted} or {@code revoked}. */
	public static final String TRANSITION = "transition";

	/** Tag: the cause, in lower case. */
	public static final String CAUSE = "cause";

	/** Tag: how a call, an operation or a tick ended, in lower case. */
	public static final String OUTCOME = "outcome";

	/** Tag: {@code acquire}, {@code renew}, {@code release} or {@code observe}. */
	public static final String OPERATION = "operation";

	/** Tag: the name of the store. */
	public static final String BACKEND = "backend";

	private MeterNames() {
	}

}
