/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

class H2FenceMutationTests extends FenceMutationContract {

	@Override
	protected String lock() {
		return "for update";
	}

	@Override
	protected Class<? extends FencedTransactionContract> tests() {
		return H2FencedTransactionTests.class;
	}

}
