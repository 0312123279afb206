/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import org.apache.zookeeper.data.Stat;

/**
 * The outcome of a transaction.
 */
sealed interface WriteOutcome {

	/**
	 * All of it was applied.
	 *
	 * @param stat of the record
	 */
	record Applied(Stat stat) implements WriteOutcome {

	}

	/**
	 * Nothing of it was applied, since something is not as it was read.
	 *
	 * @param parentMissing whether a node was to be made below one that is not there
	 */
	record Refused(boolean parentMissing) implements WriteOutcome {

	}

}
