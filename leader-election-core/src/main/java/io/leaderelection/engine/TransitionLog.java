/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.Partition;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.Effect;
import io.leaderelection.work.LaterLog;

/**
 * The log messages about changes in elections.
 */
final class TransitionLog {

	private TransitionLog() {
	}

	/**
	 * Logs a change of state of this candidate.
	 * @param listening whether a listener runs
	 */
	static void log(LaterLog log, String election, Transition transition, boolean listening) {
		Long token = transition.fencingToken();
		log.info("Election '{}': {} -> {} ({}){}{}", election, transition.from(), transition.to(), transition.cause(),
				(token != null) ? ", fencing token " + token : "", (transition.to() == ElectionState.PENDING)
						? ". This instance waits until no former leader can believe that it leads" : "");
		if (transition.cause() == TransitionCause.EXPIRED && transition.from() != ElectionState.DRAINING) {
			log.warn("Election '{}': the term ended because the store confirmed no renewal in time. See the "
					+ "warnings about the store before, and whether this process was paused or had no processor "
					+ "time", election);
		}
		if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
			log.warn(
					"Election '{}': {} has not ended within the drain timeout, so the lease is not released and "
							+ "runs out. This instance contends again when that has ended",
					election, listening ? "a listener" : "work of the last term");
		}
	}

	/** Logs that another candidate leads. */
	static void log(LaterLog log, String election, Leader leader) {
		String text = "Election '{}' is led by {} (token {})";
		// Of partitions, each instance would log those of all others
		if (Partition.parse(election) != null) {
			log.debug(text, election, leader.id(), leader.fencingToken());
		}
		else {
			log.info(text, election, leader.id(), leader.fencingToken());
		}
	}

	/** Logs that the record has other checkpoints than expected. */
	static void log(LaterLog log, String election, Effect.CheckpointsDiffer differ) {
		log.warn("Election '{}': the record has version {} of its checkpoints, but {} was written: {}", election,
				differ.found(), differ.expected(),
				(differ.found() < differ.expected())
						? "the store lost a write, as in a failover. They are written again"
						: "another process wrote with the token of this term");
	}

}
