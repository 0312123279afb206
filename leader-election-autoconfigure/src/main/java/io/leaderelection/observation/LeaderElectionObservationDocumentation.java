/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

import static io.leaderelection.observation.LeaderElectionObservationDocumentation.HighCardinalityKeys.COMMANDS;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.HighCardinalityKeys.FENCING_TOKEN;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.HighCardinalityKeys.PARTITION;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.BACKEND;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.CAUSE;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.CODE_FUNCTION;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.CODE_NAMESPACE;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.ELECTION;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.OPERATION;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.OUTCOME;
import static io.leaderelection.observation.LeaderElectionObservationDocumentation.LowCardinalityKeys.TASK;

/**
 * The observations of leader election, with their keys.
 */
public enum LeaderElectionObservationDocumentation implements ObservationDocumentation {

	/**
	 * A call of a guarded method, from the call until the method, and the work that it
	 * returned, has ended; also a call that is skipped or refused.
	 */
	GUARDED_CALL(DefaultGuardedCallObservationConvention.class, keys(ELECTION, CODE_NAMESPACE, CODE_FUNCTION, OUTCOME),
			keys(PARTITION)),

	/** A run of a task. */
	TASK(DefaultTaskObservationConvention.class, keys(ELECTION, LowCardinalityKeys.TASK, OUTCOME),
			keys(PARTITION, FENCING_TOKEN)),

	/** A handover, from the request to step down until the lease is released. */
	HANDOVER(DefaultHandoverObservationConvention.class, keys(ELECTION, CAUSE, OUTCOME),
			keys(PARTITION, FENCING_TOKEN)),

	/** A call to the store, which sends a batch of commands. */
	STORE_CALL(DefaultStoreCallObservationConvention.class, keys(OPERATION, BACKEND, OUTCOME), keys(COMMANDS));

	private final Class<? extends ObservationConvention<? extends Observation.Context>> convention;

	private final KeyName[] low;

	private final KeyName[] high;

	LeaderElectionObservationDocumentation(
			Class<? extends ObservationConvention<? extends Observation.Context>> convention, KeyName[] low,
			KeyName[] high) {
		this.convention = convention;
		this.low = low;
		this.high = high;
	}

	private static KeyName[] keys(KeyName... keys) {
		return keys;
	}

	@Override
	public Class<? extends ObservationConvention<? extends Observation.Context>> getDefaultConvention() {
		return this.convention;
	}

	@Override
	public KeyName[] getLowCardinalityKeyNames() {
		return this.low.clone();
	}

	@Override
	public KeyName[] getHighCardinalityKeyNames() {
		return this.high.clone();
	}

	/**
	 * Keys with few values, which meters have, too.
	 */
	public enum LowCardinalityKeys implements KeyName {

		/**
		 * The name of the election; of a partition, that of the election that is divided.
		 */
		ELECTION("election"),

		/** The class of the bean whose method is guarded. */
		CODE_NAMESPACE("code.namespace"),

		/** The name of the guarded method. */
		CODE_FUNCTION("code.function"),

		/** The name of the task, without the number of a partition. */
		TASK("task"),

		/** Why leadership is handed over, in lower case. */
		CAUSE("cause"),

		/** {@code acquire}, {@code renew}, {@code release} or {@code observe}. */
		OPERATION("operation"),

		/** The name of the store. */
		BACKEND("backend"),

		/** How it ended, in lower case; {@code unknown} until then. */
		OUTCOME("outcome");

		private final String key;

		LowCardinalityKeys(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

	/**
	 * Keys with many values, which traces have and meters do not.
	 */
	public enum HighCardinalityKeys implements KeyName {

		/** The number of the partition, or {@code none}. */
		PARTITION("partition"),

		/** The fencing token of the term. */
		FENCING_TOKEN("fencing.token"),

		/** The number of commands that travel in the call. */
		COMMANDS("commands");

		private final String key;

		HighCardinalityKeys(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

	}

}
