/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.Partition;
import io.micrometer.common.KeyValue;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of leader election, with their keys.
 */
@SuppressWarnings("ImmutableEnumChecker") // the arrays are not exposed
public enum LeaderElectionObservationDocumentation implements ObservationDocumentation {

	/**
	 * A call of a guarded method, until the method and the work that it returned have
	 * ended. Includes calls that are skipped or refused.
	 */
	GUARDED_CALL("leader.election.guarded.call",
			keys(ObservationKey.ELECTION, ObservationKey.CODE_NAMESPACE, ObservationKey.CODE_FUNCTION,
					ObservationKey.OUTCOME),
			keys(ObservationKey.PARTITION)),

	/** A run of a task. */
	TASK("leader.election.task", keys(ObservationKey.ELECTION, ObservationKey.TASK, ObservationKey.OUTCOME),
			keys(ObservationKey.PARTITION, ObservationKey.FENCING_TOKEN)),

	/** A handover, from the request to step down until the lease is released. */
	HANDOVER("leader.election.handover", keys(ObservationKey.ELECTION, ObservationKey.CAUSE, ObservationKey.OUTCOME),
			keys(ObservationKey.PARTITION, ObservationKey.FENCING_TOKEN)),

	/** A call to the store, with a batch of commands. */
	STORE_CALL("leader.election.store.call",
			keys(ObservationKey.OPERATION, ObservationKey.BACKEND, ObservationKey.OUTCOME),
			keys(ObservationKey.COMMANDS));

	private final String name;

	private final KeyName[] low;

	private final KeyName[] high;

	LeaderElectionObservationDocumentation(String name, KeyName[] low, KeyName[] high) {
		this.name = name;
		this.low = low;
		this.high = high;
	}

	private static KeyName[] keys(KeyName... keys) {
		return keys;
	}

	@Override
	public String getName() {
		return this.name;
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
	 * Keys of the observations. Meters have the keys of low cardinality, traces have all
	 * keys.
	 */
	public enum ObservationKey implements KeyName {

		/**
		 * The name of the election; a partition has the name of the divided election.
		 */
		ELECTION("election"),

		/** The number of the partition, or {@code none}. High cardinality. */
		PARTITION("partition"),

		/** The fencing token of the term. High cardinality. */
		FENCING_TOKEN("fencing.token"),

		/** The class of the guarded method's bean. */
		CODE_NAMESPACE("code.namespace"),

		/** The name of the guarded method. */
		CODE_FUNCTION("code.function"),

		/** The name of the task, without the number of a partition. */
		TASK("task"),

		/** The cause of the handover, in lower case. */
		CAUSE("cause"),

		/** {@code acquire}, {@code renew}, {@code release} or {@code observe}. */
		OPERATION("operation"),

		/** The name of the store. */
		BACKEND("backend"),

		/** The number of commands in the call. High cardinality. */
		COMMANDS("commands"),

		/** The outcome, in lower case; {@code unknown} until the end. */
		OUTCOME("outcome");

		private final String key;

		ObservationKey(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

		/**
		 * Returns the name of the election; for a partition, the name of the divided
		 * election.
		 */
		static KeyValue election(String election) {
			return ELECTION.withValue(Partition.electionOf(election));
		}

		static KeyValue partition(String election) {
			Partition partition = Partition.parse(election);
			return PARTITION.withValue((partition != null) ? String.valueOf(partition.number()) : KeyValue.NONE_VALUE);
		}

	}

}
