/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.grpc.MethodDescriptor;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The etcd leases of this instance: one for all elections with the same lease duration. A
 * lease that has expired or was revoked is replaced.
 * <p>
 * While this candidate waits, a lease is kept ready, so that a handover takes one
 * transaction. That ends while a guard lock may be attached to it: a guard lock must stay
 * alive only through renewals.
 */
final class InstanceLeases {

	private static final Logger logger = LoggerFactory.getLogger(InstanceLeases.class);

	/**
	 * A lease whose last confirmation is less than a fifth of its duration ago needs no
	 * further confirmation for a new term. The term is granted for the remaining time.
	 */
	private static final int FRESH_PART = 5;

	/** How often a waiting candidate's lease is kept alive within its duration. */
	private static final int KEEP_ALIVES = 6;

	private final EtcdCaller caller;

	private final EtcdSessions sessions;

	private final Ticker ticker;

	private final Map<Long, OwnLease> leases = new ConcurrentHashMap<>();

	private final Set<Nonce> maybeHeld = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean keepsReady = new AtomicBoolean();

	InstanceLeases(EtcdCaller caller, EtcdSessions sessions, Ticker ticker) {
		this.caller = caller;
		this.sessions = sessions;
		this.ticker = ticker;
	}

	/** Rounds up to whole seconds, the unit of etcd's leases. */
	private static long seconds(Duration duration) {
		return duration.plusNanos(999_999_999).toSeconds();
	}

	/**
	 * Returns a lease of this instance that is known to be alive.
	 * @param duration the minimum duration of the lease
	 * @throws LeaseStoreException if etcd does not answer
	 */
	Confirmed own(Duration duration, CallBudget budget) {
		long seconds = seconds(duration);
		OwnLease lease = this.leases.get(seconds);
		if (lease != null) {
			Duration age = Duration.ofNanos(this.ticker.nanos() - lease.confirmedAt());
			if (age.multipliedBy(FRESH_PART).compareTo(lease.kept()) < 0) {
				return new Confirmed(lease.id(), lease.kept().minus(age));
			}
			Duration left = (age.compareTo(lease.kept()) < 0) ? confirm(lease.id(), budget) : Duration.ZERO;
			if (!left.isZero()) {
				return new Confirmed(lease.id(), left);
			}
			this.leases.remove(seconds, lease);
		}
		long sent = this.ticker.nanos();
		LeaseGrantResponse granted = this.caller.call(LeaseGrpc.getLeaseGrantMethod(),
				LeaseGrantRequest.newBuilder().setTTL(seconds).build(), budget);
		Duration kept = Duration.ofSeconds(granted.getTTL());
		this.leases.put(seconds, new OwnLease(granted.getID(), kept, sent));
		return new Confirmed(granted.getID(), kept);
	}

	/**
	 * Keeps a lease alive.
	 * @return how long it is guaranteed to stay alive; zero if it does not exist any more
	 * @throws LeaseStoreException if etcd does not answer
	 */
	Duration confirm(long id, CallBudget budget) {
		long sent = this.ticker.nanos();
		long seconds = this.caller
			.call(LeaseGrpc.getLeaseKeepAliveMethod(), LeaseKeepAliveRequest.newBuilder().setID(id).build(), budget)
			.getTTL();
		keptAlive(id, seconds, sent);
		return Duration.ofSeconds(Math.max(0, seconds));
	}

	private void keptAlive(long id, long seconds, long sent) {
		if (seconds <= 0) {
			forget(id);
			return;
		}
		Duration kept = Duration.ofSeconds(seconds);
		this.leases.replaceAll((same, lease) -> (lease.id() == id && sent - lease.confirmedAt() > 0)
				? new OwnLease(id, kept, sent) : lease);
	}

	/** Removes a lease that etcd no longer knows. */
	void forget(long id) {
		this.leases.values().removeIf((lease) -> lease.id() == id);
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

	/**
	 * Starts to keep a lease ready, because this candidate waits for an election.
	 * @param duration the minimum duration of the lease
	 */
	void waiting(Duration duration, Scheduler scheduler) {
		if (this.keepsReady.compareAndSet(false, true)) {
			long seconds = seconds(duration);
			scheduler.execute(() -> keepReady(seconds));
			scheduler.repeat(Duration.ofSeconds(seconds).dividedBy(KEEP_ALIVES), () -> keepReady(seconds));
		}
	}

	/** Keeps a lease alive, or requests one. Does not wait for the answer. */
	private void keepReady(long seconds) {
		if (!this.maybeHeld.isEmpty()) {
			return;
		}
		OwnLease lease = this.leases.get(seconds);
		long sent = this.ticker.nanos();
		if (lease == null) {
			send(LeaseGrpc.getLeaseGrantMethod(), LeaseGrantRequest.newBuilder().setTTL(seconds).build(), seconds,
					(granted) -> this.leases.putIfAbsent(seconds,
							new OwnLease(granted.getID(), Duration.ofSeconds(granted.getTTL()), sent)));
		}
		else {
			send(LeaseGrpc.getLeaseKeepAliveMethod(), LeaseKeepAliveRequest.newBuilder().setID(lease.id()).build(),
					seconds, (alive) -> keptAlive(lease.id(), alive.getTTL(), sent));
		}
	}

	private <Q, A> void send(MethodDescriptor<Q, A> method, Q request, long seconds, Consumer<A> receiver) {
		long timeout = TimeUnit.SECONDS.toNanos(seconds);
		try {
			CompletableFuture<?> unused = this.sessions.current().ask(method, request, timeout).thenAccept(receiver);
		}
		catch (RuntimeException ex) {
			logger.debug("No lease is kept ready; the candidate's own calls report the failure", ex);
		}
	}

	/**
	 * An etcd lease that is known to be alive.
	 *
	 * @param id the id of the lease
	 * @param left how long the lease is guaranteed to stay alive
	 */
	record Confirmed(long id, Duration left) {

	}

	/**
	 * A lease of this instance.
	 *
	 * @param id the id
	 * @param kept how long etcd keeps the lease from its last confirmation
	 * @param confirmedAt the ticker value, in nanoseconds, before the last confirmed
	 * request
	 */
	private record OwnLease(long id, Duration kept, long confirmedAt) {
	}

}
