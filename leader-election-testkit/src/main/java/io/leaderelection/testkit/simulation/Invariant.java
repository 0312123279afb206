/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

/**
 * An invariant at every event of a schedule.
 */
public enum Invariant {

	/**
	 * No two candidates believe that they lead, each by its own clocks, at one instant.
	 */
	I1_EXCLUSIVE_LEADERSHIP,

	/** Tokens rise strictly in the order of grants, and no token has two owners. */
	I2_RISING_TOKENS,

	/**
	 * The writes that a fenced resource accepts follow the order of grants, whoever was
	 * paused.
	 */
	I3_FENCED_WRITES,

	/** One execution at most for an instant, and for a token and number. */
	I4_SINGLE_EXECUTION,

	/** Granted and revoked alternate for a candidate, one each a term, and terms rise. */
	I5_ORDERED_EVENTS,

	/**
	 * A candidate leads only before the deadline on both clocks that it could prove by an
	 * answer, counted from before the request.
	 */
	I6_OWN_DEADLINE,

	/** Release only after the term's work ended; no renewal sent after the release. */
	I8_RELEASE_LAST,

	/** A candidate that believes that it leads owns the live record. */
	I9_HOLDER_OF_RECORD,

	/** With a healthy store a vacancy ends within its bound. */
	I10_BOUNDED_VACANCY,

	/** A term ends for a reason: never for an unknown outcome, never without a fault. */
	I11_STABLE_LEADERSHIP,

	/** Notes in the record never go back, and what was confirmed was written. */
	I12_CHECKPOINTS,

	/**
	 * No tick is run to its end twice, but where a leader lost its term before the end
	 * was written.
	 */
	T1_FINISHED_ONCE,

	/** A tick is begun once, or as often as attempts are allowed. */
	T2_BEGUN_ONCE,

	/** A tick that falls while one instance leads and is free is run. */
	T3_RUN_WHILE_LED,

	/** After a vacancy the latest tick is begun within its bound. */
	T4_CAUGHT_UP,

	/** Ticks begin in rising order. */
	T5_RISING_TICKS,

	/**
	 * Some time after the last fault each election is led by an instance of the highest
	 * priority, and elections that are spread are led evenly.
	 */
	D1_DISTRIBUTED,

	/** No more handovers for a preference than the imbalance explains. */
	D2_FEW_HANDOVERS,

	/** No handover for a preference while guarded work runs. */
	D3_WORK_GOES_ON,

	/** A bid is conceded to once. */
	D4_CONCEDED_ONCE,

	/** A leader hands over to a bidder that is alive. */
	D5_LIVE_BIDDER,

	/** If the bidder does not lead after a handover, somebody else does, soon. */
	D6_SHORT_VACANCY,

	/** Work that outlives its term is interrupted. */
	INTERRUPTED_WORK,

	/** A stopped candidate comes to rest. */
	QUIET_AFTER_STOP,

	/** A candidate that stopped ends with nothing in the store. */
	NOTHING_LEFT_BEHIND,

	/** The protocol throws nothing, and does not spin. */
	SOUND_PROTOCOL

}
