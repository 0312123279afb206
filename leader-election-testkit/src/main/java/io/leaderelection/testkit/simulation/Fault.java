/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit.simulation;

/**
 * A fault of a schedule. Every kind is counted.
 */
public enum Fault {

	/** The process stands still as by SIGSTOP; its ticker counts on. */
	PROCESS_PAUSED,

	/** The machine sleeps: its ticker stands still, its wall clock goes on. */
	MACHINE_SUSPENDED,

	/** The wall clock jumps forward. */
	WALL_FORWARD,

	/** The wall clock jumps backward. */
	WALL_BACKWARD,

	/** Clocks run at rates near the limit that the safety margin covers. */
	CLOCK_DRIFT,

	/** The process dies and is started again under another candidate id. */
	CRASH,

	/** Stopped, and started later. */
	STOP_AND_START,

	/** Paused by request, and resumed later. */
	PAUSE_AND_RESUME,

	/** Asked to step down. */
	STEP_DOWN,

	/** Work takes long to end, within the drain timeout or beyond. */
	SLOW_DRAIN,

	/** Work that no interrupt ends. */
	STUCK_WORK,

	/** Nothing gets through between one candidate and the store. */
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

	/** The store answers that it does not know. */
	STORE_ERROR,

	/** The store is away and comes back with its record. */
	STORE_RESTART,

	/** The store is away and comes back without its record. */
	STORE_RESTART_EMPTY,

	/** Somebody deletes the record. */
	RECORD_DELETED,

	/** A guard lock vanishes by force while the record lives. */
	HOLD_REMOVED,

	/** Every answer to a candidate comes after its timeout, for leases or for ever. */
	SLOW_CANDIDATE,

	/** A candidacy is closed and forgotten, while its process and session live on. */
	LEAVE,

	/** One effect of a step throws in the code around the protocol. */
	STEP_THROWS,

	/** A notification is lost, late or doubled. */
	HINT_DISORDER,

	/** A notification without reason. */
	HINT_SPURIOUS,

	/** The subscription to notifications breaks off and comes back. */
	WATCH_BROKEN,

	/** The store falls back to an older state. Not promised: a control only. */
	LOSSY_FAILOVER

}
