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
	 * The transaction was applied.
	 *
	 * @param stat the new stat of the record
	 */
	record Applied(Stat stat) implements WriteOutcome {

	}

	/**
	 * The transaction was not applied, because a node is not as it was read.
	 *
	 * @param parentMissing whether the parent of a node to create does not exist
	 */
	record Refused(boolean parentMissing) implements WriteOutcome {

	}

}
