/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.util.Locale;

/**
 * What must hold at every moment. The simulator checks most of them against true time,
 * chaos against the histories of real processes.
 */
public enum Invariant {

	/**
	 * No two candidates believe that they lead, each by its own clocks, at one instant.
	 */
	I1_EXCLUSIVE_LEADERSHIP,

	/** Tokens rise strictly from term to term, and no token has two owners. */
	I2_RISING_TOKENS,

	/**
	 * The writes that a fenced resource accepts follow the order of terms, even after
	 * pauses.
	 */
	I3_FENCED_WRITES,

	/** Each call and task is done once, and by one process at a time. */
	I4_SINGLE_EXECUTION,

	/**
	 * Granted and revoked alternate for a candidate, once for each term and without
	 * delay, and tokens rise.
	 */
	I5_ORDERED_EVENTS,

	/**
	 * A candidate leads only before its own deadline, counted from before the request,
	 * and not after the end of its term was reported.
	 */
	I6_OWN_DEADLINE,

	/**
	 * No work starts in a term whose end was reported, and running work is interrupted
	 * and ends soon.
	 */
	I7_NO_WORK_AFTER_THE_END,

	/**
	 * A release is sent only after the work of the term ended, and no renewal after the
	 * release.
	 */
	I8_RELEASE_AFTER_WORK,

	/** A candidate that believes that it leads owns the live record. Simulator only. */
	I9_HOLDER_OF_RECORD,

	/** A vacancy ends within its bound. */
	I10_BOUNDED_VACANCY,

	/**
	 * A term ends only with a cause: not for an unknown outcome, and not without a fault.
	 */
	I11_STABLE_LEADERSHIP,

	/**
	 * Checkpoints on record are never replaced by older ones, and confirmed ones were
	 * written. Simulator only.
	 */
	I12_CHECKPOINTS,

	/** A leader does the work of the leader. Chaos only. */
	I13_LEADER_AT_WORK,

	/**
	 * Each election of a process recovers after memory or threads were exhausted. Chaos
	 * only.
	 */
	I14_RECOVERY,

	/**
	 * A candidate that stops becomes quiet and leaves nothing in the store, and a process
	 * logs few errors.
	 */
	I15_HYGIENE,

	/**
	 * Work that is to be done once for all instances never begins after a call has
	 * learned that it is done. Chaos only.
	 */
	I16_DONE_ONCE,

	/**
	 * Nobody leads from the moment that the suspension of an election is confirmed until
	 * its end is requested, unless the store loses it. Simulator only.
	 */
	I17_NOTHING_WHILE_SUSPENDED,

	/**
	 * No tick is run to its end twice, unless a leader lost its term before the end was
	 * written.
	 */
	T1_TICKS_FINISHED_ONCE,

	/** A tick is begun once, or at most as often as attempts are allowed. */
	T2_TICKS_BEGUN_ONCE,

	/** A tick that is due while one instance leads and is idle is run. */
	T3_TICKS_RUN_WHILE_LED,

	/** After a vacancy the latest tick is begun within its bound. */
	T4_TICKS_CAUGHT_UP,

	/** Ticks begin in ascending order. */
	T5_RISING_TICKS,

	/**
	 * A release comes after another attempt to write the end of a tick that is not known
	 * to be written. Simulator only.
	 */
	T6_ENDS_NOTED,

	/**
	 * Some time after the last fault, an instance of the highest priority leads each
	 * election, elections that are spread are led evenly, and so they stay.
	 */
	D1_LED_AS_PREFERRED,

	/**
	 * No more handovers for a preference than the imbalance explains. Simulator only, as
	 * those that follow.
	 */
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

	/** The protocol throws no exception, and does not loop. */
	SOUND_PROTOCOL;

	/**
	 * Returns the name by which pages and verdicts refer to it.
	 * @return such as {@code I1}
	 */
	public String code() {
		return name().substring(0, name().indexOf('_'));
	}

	/**
	 * Returns the invariant in words.
	 * @return a few words
	 */
	public String title() {
		return name().substring(name().indexOf('_') + 1).toLowerCase(Locale.ROOT).replace('_', ' ');
	}

}
