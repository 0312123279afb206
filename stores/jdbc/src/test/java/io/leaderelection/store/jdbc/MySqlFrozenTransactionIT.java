/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class MySqlFrozenTransactionIT extends BoundedFrozenTransactionContract implements OnMySql {

	/** Long enough to see that the next leader waits. */
	@Override
	protected String urlOfProcess() {
		return super.urlOfProcess() + "&sessionVariables=wait_timeout=8";
	}

}
