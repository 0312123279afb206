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
 * Keeps an etcd lease ready for a waiting candidate, so that a handover takes one
 * transaction. Only active while no guard lock can be attached to that lease: a guard
 * lock must stay alive only through renewals.
 */
final class IdleLease {

	private static final Logger logger = LoggerFactory.getLogger(IdleLease.class);

	/** How often the lease is kept alive within its duration. */
	private static final int KEEP_ALIVES = 6;

	private final InstanceLeases leases;

	private final EtcdSessions sessions;

	private final Scheduler scheduler;

	private final Set<Nonce> maybeHeld = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean started = new AtomicBoolean();

	IdleLease(InstanceLeases leases, EtcdSessions sessions, Scheduler scheduler) {
		this.leases = leases;
		this.sessions = sessions;
		this.scheduler = scheduler;
	}

	/**
	 * Records that guard locks with these nonces may exist from now on, whatever the
	 * outcome.
	 */
	void maybeHeld(Collection<Nonce> nonces) {
		this.maybeHeld.addAll(nonces);
	}

	/** Records that no guard lock with this nonce exists. */
	void notHeld(Nonce nonce) {
		this.maybeHeld.remove(nonce);
	}

	/** Starts to keep a lease ready, because this candidate waits for an election. */
	void waiting(Duration lease) {
		if (this.started.compareAndSet(false, true)) {
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
			// The candidate's own calls report the failure
			logger.debug("No lease is kept ready", ex);
		}
		finally {
			this.scheduler.schedule(Duration.ofSeconds(InstanceLeases.seconds(lease)).dividedBy(KEEP_ALIVES),
					() -> keepReady(lease));
		}
	}

}
