/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.store.Nonce;
import io.leaderelection.time.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a lease ready for a candidate that waits, so that a handover costs one
 * transaction. Only while nothing can be on that lease: a guard lock lives by renewals
 * alone.
 */
final class IdleLease {

	private static final Logger logger = LoggerFactory.getLogger(IdleLease.class);

	/** How often a lease is kept alive in its time. */
	private static final int TIMES = 6;

	private final InstanceLeases leases;

	private final EtcdSessions sessions;

	private final Scheduler scheduler;

	private final Set<Nonce> maybeHeld = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean begun = new AtomicBoolean();

	IdleLease(InstanceLeases leases, EtcdSessions sessions, Scheduler scheduler) {
		this.leases = leases;
		this.sessions = sessions;
		this.scheduler = scheduler;
	}

	/**
	 * From now on there may be guard locks with these nonces, whatever is answered or
	 * not.
	 */
	void maybeHeld(Collection<Nonce> nonces) {
		this.maybeHeld.addAll(nonces);
	}

	/** A guard lock with a nonce surely does not exist. */
	void notHeld(Nonce nonce) {
		this.maybeHeld.remove(nonce);
	}

	/** This candidate waits for an election. */
	void waiting(Duration lease) {
		if (this.begun.compareAndSet(false, true)) {
			this.scheduler.execute(() -> keepReady(lease));
		}
	}

	private void keepReady(Duration lease) {
		try {
			if (this.maybeHeld.isEmpty()) {
				this.leases.keepReady(lease, this.sessions.current());
			}
		}
		catch (Throwable ex) {
			// The calls of the candidate report it
			logger.debug("No lease is kept ready", ex);
		}
		finally {
			this.scheduler.schedule(Duration.ofSeconds(InstanceLeases.seconds(lease)).dividedBy(TIMES),
					() -> keepReady(lease));
		}
	}

}
