/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class H2FenceMutationTests extends FenceMutationContract {

	H2FenceMutationTests() {
		super(H2FencedTransactionTests.class);
	}

}
