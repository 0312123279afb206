/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import io.leaderelection.Partition;
import io.micrometer.common.KeyValue;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationConvention;
import io.micrometer.observation.docs.ObservationDocumentation;

/**
 * The observations of leader election, with their keys.
 */
@SuppressWarnings("ImmutableEnumChecker") // the arrays are not handed out
public enum LeaderElectionObservationDocumentation implements ObservationDocumentation {

	/**
	 * A call of a guarded method, from the call until the method, and the work that it
	 * returned, has ended; also a call that is skipped or refused.
	 */
	GUARDED_CALL(DefaultGuardedCallObservationConvention.class,
			keys(ObservationKey.ELECTION, ObservationKey.CODE_NAMESPACE, ObservationKey.CODE_FUNCTION,
					ObservationKey.OUTCOME),
			keys(ObservationKey.PARTITION)),

	/** A run of a task. */
	TASK(DefaultTaskObservationConvention.class,
			keys(ObservationKey.ELECTION, ObservationKey.TASK, ObservationKey.OUTCOME),
			keys(ObservationKey.PARTITION, ObservationKey.FENCING_TOKEN)),

	/** A handover, from the request to step down until the lease is released. */
	HANDOVER(DefaultHandoverObservationConvention.class,
			keys(ObservationKey.ELECTION, ObservationKey.CAUSE, ObservationKey.OUTCOME),
			keys(ObservationKey.PARTITION, ObservationKey.FENCING_TOKEN)),

	/** A call to the store, which sends a batch of commands. */
	STORE_CALL(DefaultStoreCallObservationConvention.class,
			keys(ObservationKey.OPERATION, ObservationKey.BACKEND, ObservationKey.OUTCOME),
			keys(ObservationKey.COMMANDS));

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
	 * Keys of the observations. Meters have those of low cardinality, traces have all.
	 */
	public enum ObservationKey implements KeyName {

		/**
		 * The name of the election; of a partition, that of the election that is divided.
		 */
		ELECTION("election"),

		/** The number of the partition, or {@code none}. Of high cardinality. */
		PARTITION("partition"),

		/** The fencing token of the term. Of high cardinality. */
		FENCING_TOKEN("fencing.token"),

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

		/** The number of commands that travel in the call. Of high cardinality. */
		COMMANDS("commands"),

		/** How it ended, in lower case; {@code unknown} until then. */
		OUTCOME("outcome");

		private final String key;

		ObservationKey(String key) {
			this.key = key;
		}

		@Override
		public String asString() {
			return this.key;
		}

		/** Of a partition: the name of the election that is divided. */
		static KeyValue election(String election) {
			return ELECTION.withValue(Partition.electionOf(election));
		}

		static KeyValue partition(String election) {
			Partition partition = Partition.parse(election);
			return PARTITION.withValue((partition != null) ? String.valueOf(partition.number()) : KeyValue.NONE_VALUE);
		}

	}

}
