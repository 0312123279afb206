/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

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
	 * The writes that a fenced resource accepts follow the order of grants, even after
	 * pauses.
	 */
	I3_FENCED_WRITES,

	/** At most one execution at an instant, and for a token and number. */
	I4_SINGLE_EXECUTION,

	/**
	 * Granted and revoked alternate for a candidate, once for each term, and tokens rise.
	 */
	I5_ORDERED_EVENTS,

	/**
	 * A candidate leads only before a deadline on both clocks that an answer proves,
	 * counted from before the request.
	 */
	I6_OWN_DEADLINE,

	/**
	 * A release is sent only after the work of the term ended, and no renewal after the
	 * release.
	 */
	I8_RELEASE_LAST,

	/** A candidate that believes that it leads owns the live record. */
	I9_HOLDER_OF_RECORD,

	/** With a healthy store a vacancy ends within its bound. */
	I10_BOUNDED_VACANCY,

	/**
	 * A term ends only with a cause: not for an unknown outcome, and not without a fault.
	 */
	I11_STABLE_LEADERSHIP,

	/**
	 * Checkpoints on record are never replaced by older ones, and confirmed ones were
	 * written.
	 */
	I12_CHECKPOINTS,

	/**
	 * No tick is run to its end twice, unless a leader lost its term before the end was
	 * written.
	 */
	T1_FINISHED_ONCE,

	/** A tick is begun once, or at most as often as attempts are allowed. */
	T2_BEGUN_ONCE,

	/** A tick that is due while one instance leads and is idle is run. */
	T3_RUN_WHILE_LED,

	/** After a vacancy the latest tick is begun within its bound. */
	T4_CAUGHT_UP,

	/** Ticks begin in rising order. */
	T5_RISING_TICKS,

	/**
	 * A release comes after another attempt to write the end of a tick that is not known
	 * to be written.
	 */
	T6_ENDS_NOTED,

	/**
	 * Some time after the last fault, an instance of the highest priority leads each
	 * election, and elections that are spread are led evenly.
	 */
	D1_DISTRIBUTED,

	/** No more handovers for a preference than the imbalance explains. */
	D2_FEW_HANDOVERS,

	/** No handover for a preference while guarded work runs. */
	D3_WORK_GOES_ON,

	/** Leaders concede to a bid once. */
	D4_CONCEDED_ONCE,

	/** A leader hands over to a bidder that is alive. */
	D5_LIVE_BIDDER,

	/** If the bidder does not lead after a handover, another instance soon does. */
	D6_SHORT_VACANCY,

	/**
	 * A rolling restart moves no election more often than there are instances, if each
	 * waits until the elections are even again.
	 */
	D7_RESTART_MOVES_FEW,

	/** Work that outlives its term is interrupted. */
	INTERRUPTED_WORK,

	/** A stopped candidate becomes quiet. */
	QUIET_AFTER_STOP,

	/** A stopped candidate leaves nothing in the store. */
	NOTHING_LEFT_BEHIND,

	/** The protocol throws no exception, and does not loop. */
	SOUND_PROTOCOL

}
