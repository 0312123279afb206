/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class MariaDbFrozenTransactionIT extends BoundedFrozenTransactionContract implements OnMariaDb {

	/** Long enough to see that the next leader waits. */
	@Override
	protected String urlOfProcess() {
		return super.urlOfProcess() + "?sessionVariables=idle_transaction_timeout=8";
	}

}
