/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

import io.leaderelection.time.Scheduler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The locks that a closed store keeps until their leases have expired. One thread
 * releases all of them and ends with the last. If the process ends earlier, its locks and
 * its work end with it.
 */
final class KeptLocks {

	private static final Logger logger = LoggerFactory.getLogger(KeptLocks.class);

	private final Supplier<Scheduler> schedulers;

	private @Nullable Scheduler scheduler;

	private int kept;

	KeptLocks(Supplier<Scheduler> schedulers) {
		this.schedulers = schedulers;
	}

	synchronized void keep(LocalElection election, Duration left) {
		Scheduler scheduler = this.scheduler;
		if (scheduler == null) {
			scheduler = this.schedulers.get();
			this.scheduler = scheduler;
		}
		this.kept++;
		scheduler.schedule(left, () -> release(election));
	}

	private void release(LocalElection election) {
		try {
			election.releaseKept();
		}
		catch (Throwable ex) {
			logger.warn("Cannot release the lock of election '{}' of a closed store; the lock ends with this process",
					election.files().key(), ex);
		}
		finally {
			forget();
		}
	}

	private synchronized void forget() {
		this.kept--;
		if (this.kept == 0 && this.scheduler != null) {
			this.scheduler.close();
			this.scheduler = null;
		}
	}

}
