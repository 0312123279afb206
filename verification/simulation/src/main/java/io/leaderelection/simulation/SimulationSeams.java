/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.leaderelection.preference.bid.Distribution;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Standing;
import io.leaderelection.time.Moment;

/**
 * The parts of a schedule. The defaults are the production rules and a correct store; a
 * test may replace one by a broken part to check that this is detected. Called from
 * several threads when schedules run in parallel, so implementations must be stateless.
 */
interface SimulationSeams {

	/** The production protocol and a correct store. */
	SimulationSeams PRODUCTION = new SimulationSeams() {
	};

	/** The same, with a crash in one of 100 steps. */
	SimulationSeams CRASHING = new SimulationSeams() {

		@Override
		public int stepsToCrash() {
			return 100;
		}

	};

	/** The same, with an operator who suspends the election. */
	SimulationSeams SUSPENDING = new SimulationSeams() {

		@Override
		public boolean suspends() {
			return true;
		}

	};

	/** The same, with such an operator and with a crash in one of 100 steps. */
	SimulationSeams SUSPENDING_AND_CRASHING = new SimulationSeams() {

		@Override
		public boolean suspends() {
			return true;
		}

		@Override
		public int stepsToCrash() {
			return CRASHING.stepsToCrash();
		}

	};

	/**
	 * Creates a candidate's protocol.
	 * @param profile the settings of the candidate
	 * @return the protocol
	 */
	default ElectionProtocol protocol(CandidateProfile profile) {
		return new ElectionStateMachine(profile);
	}

	/**
	 * Returns the randomness of a candidate.
	 * @param entropy repeatable randomness
	 * @return the randomness to use
	 */
	default Entropy entropy(Entropy entropy) {
		return entropy;
	}

	/**
	 * Creates the store.
	 * @param guardLocks whether there are guard locks
	 * @param longestLease the longest lease, in nanoseconds
	 * @return the store
	 */
	default ModelStore store(boolean guardLocks, long longestLease) {
		return new ModelStore(guardLocks, longestLease);
	}

	/**
	 * Returns the effects of a step that are still performed when one of them throws.
	 * @param behind the effects after the one that throws
	 * @return those that are still performed
	 */
	default List<Effect> performed(List<Effect> behind) {
		return behind;
	}

	/**
	 * Returns how often a step crashes an election.
	 * @return the mean number of steps to a crash, or 0 for no crashes
	 */
	default int stepsToCrash() {
		return 0;
	}

	/**
	 * Returns whether an operator suspends the election, beside all faults.
	 * @return whether it is suspended
	 */
	default boolean suspends() {
		return false;
	}

	/**
	 * Returns the protocol that follows one that crashed, when its work has ended.
	 * @param profile the settings of the candidate
	 * @param crashed the protocol that crashed
	 * @param now both clocks of the candidate
	 * @return the protocol, which contends after a lease
	 */
	default ElectionProtocol startAnew(CandidateProfile profile, ElectionProtocol crashed, Moment now) {
		return ((ElectionStateMachine) crashed).startAnew(now, profile.timing().lease().toNanos());
	}

	/**
	 * Creates the steps of a process that runs a job once per tick.
	 * @return the steps
	 */
	default TickSteps ticks() {
		return new TickSteps();
	}

	/**
	 * Returns whether a candidate leads, for a caller.
	 * @param standing the candidate's last standing
	 * @param ticker its ticker now, in nanoseconds
	 * @param wall its wall clock now, in milliseconds
	 * @return whether it leads
	 */
	default boolean leads(Standing standing, long ticker, long wall) {
		return standing.leads(ticker, wall);
	}

	// Of schedules of priorities and spread

	/**
	 * Creates the distribution of an instance.
	 * @param self its candidate id
	 * @param maxLed the maximum number of elections it prefers to lead
	 * @param spreadDelay how long after its start it begins to bid for an even spread
	 * @return the distribution
	 */
	default Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
		return new Distribution(self, maxLed, spreadDelay);
	}

	/**
	 * Returns the bid that a leader considers as noted.
	 * @param noted the token that is known to be on record
	 * @param wanted the token that this leader wanted to note last, or 0
	 * @return the token of the noted bid
	 */
	default long noted(long noted, long wanted) {
		return noted;
	}

	/**
	 * Returns whether a leader hands over only while no guarded call runs.
	 * @return whether it waits
	 */
	default boolean waitsForWork() {
		return true;
	}

	/**
	 * Returns how long a leader that handed over does not contend.
	 * @param lease the lease duration
	 * @return the duration
	 */
	default Duration away(Duration lease) {
		return Distribution.AWAY;
	}

}
