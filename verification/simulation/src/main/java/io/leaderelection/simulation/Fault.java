/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

/**
 * A fault of a schedule. Every kind is counted.
 */
enum Fault {

	/** The process is suspended as by SIGSTOP; its ticker continues. */
	PROCESS_PAUSED,

	/** The machine sleeps: its ticker stands still, its wall clock continues. */
	MACHINE_SUSPENDED,

	/** The wall clock jumps forward. */
	WALL_FORWARD,

	/** The wall clock jumps backward. */
	WALL_BACKWARD,

	/** Clocks run at rates near the limit that the safety margin covers. */
	CLOCK_DRIFT,

	/** The process dies and is started again with another candidate id. */
	CRASH,

	/** Stopped, and started later. */
	STOP_AND_START,

	/** Paused on request, and resumed later. */
	PAUSE_AND_RESUME,

	/** Suspended for all candidates. Only with {@link SimulationSeams#suspends()}. */
	SUSPENDED,

	/** Requested to step down. */
	STEP_DOWN,

	/** Work takes long to end, within the drain timeout or longer. */
	SLOW_DRAIN,

	/** Work ignores interrupts. */
	STUCK_WORK,

	/** No message is delivered between one candidate and the store. */
	PARTITION,

	/** A request is lost. */
	LOST_REQUEST,

	/** A request is applied, its answer is lost. */
	LOST_ANSWER,

	/** A request arrives twice, the second time soon after or after leases. */
	REPEATED_REQUEST,

	/** A request arrives late. */
	LATE_REQUEST,

	/** An answer arrives late. */
	LATE_ANSWER,

	/** The store answers with an unknown outcome. */
	STORE_ERROR,

	/** The store is unavailable, and returns with its record. */
	STORE_RESTART,

	/** The store is unavailable, and returns without its record. */
	STORE_RESTART_EMPTY,

	/** The record is deleted. */
	RECORD_DELETED,

	/** A guard lock is removed while the record is live. */
	HOLD_REMOVED,

	/**
	 * Every answer to a candidate arrives after its timeout, for several leases or for
	 * ever.
	 */
	SLOW_CANDIDATE,

	/** A candidacy is closed, while its process and session continue. */
	LEAVE,

	/** One effect of a step throws in the code around the protocol. */
	STEP_THROWS,

	/**
	 * A step crashes an election, which starts anew when its work has ended. Only with
	 * {@link SimulationSeams#stepsToCrash()}.
	 */
	STEP_CRASHES,

	/** A notification is lost, late or duplicated. */
	NOTIFICATION_DISORDER,

	/** A notification without reason. */
	NOTIFICATION_SPURIOUS,

	/** The subscription to notifications is lost and restored. */
	WATCH_BROKEN,

	/** The store returns to an older state. Outside the guarantees, only as a control. */
	LOSSY_FAILOVER

}
