/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.fault;

import java.io.IOException;
import java.time.Duration;

/**
 * Somebody deletes the record of the election. Alone, since an instance that starts at
 * that moment saw nothing of it: what then happens is not promised.
 */
final class DeletedRecord implements Fault {

	@Override
	public String name() {
		return "deleted-record";
	}

	@Override
	public Target target() {
		return Target.STORE;
	}

	@Override
	public boolean alone() {
		return true;
	}

	@Override
	public Duration begin(Strike strike) throws IOException, InterruptedException {
		strike.store().deleteRecord();
		// Everybody who saw it waits for a lease
		return strike.leases(1, 1.2);
	}

}
