/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Contract for databases that end the transaction of a frozen leader and thus limit how
 * long the next leader waits.
 */
abstract class BoundedFrozenTransactionContract extends FrozenTransactionContract {

	@Test
	void commitFrozenForTooLongIsRolledBack() throws Exception {
		WritingProcess process = freeze(WritingProcess.Point.BEFORE_COMMIT);
		awaitKeptOut();
		awaitSuccession();
		assertThat(process.thaw()).startsWith("failed");
		assertWritten(false);
	}

}
