/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.grpc.MethodDescriptor;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * The etcd leases of this instance: one for all elections with the same lease duration. A
 * lease that has expired or was revoked is replaced.
 */
final class InstanceLeases {

	/**
	 * A lease whose last confirmation is less than a fifth of its duration ago needs no
	 * further confirmation for a new term. The term is granted for the remaining time.
	 */
	private static final int FRESH_PART = 5;

	private final EtcdCaller caller;

	private final Ticker ticker;

	private final Map<Long, OwnLease> leases = new ConcurrentHashMap<>();

	InstanceLeases(EtcdCaller caller, Ticker ticker) {
		this.caller = caller;
		this.ticker = ticker;
	}

	/** Rounds up to whole seconds, the unit of etcd's leases. */
	static long seconds(Duration duration) {
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
			Confirmed alive = (age.compareTo(lease.kept()) < 0) ? confirm(lease.id(), budget) : null;
			if (alive != null) {
				return alive;
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
	 * @return the lease, or {@code null} if it does not exist any more
	 * @throws LeaseStoreException if etcd does not answer
	 */
	@Nullable Confirmed confirm(long id, CallBudget budget) {
		long sent = this.ticker.nanos();
		long seconds = this.caller
			.call(LeaseGrpc.getLeaseKeepAliveMethod(), LeaseKeepAliveRequest.newBuilder().setID(id).build(), budget)
			.getTTL();
		keptAlive(id, seconds, sent);
		return (seconds > 0) ? new Confirmed(id, Duration.ofSeconds(seconds)) : null;
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

	/**
	 * Keeps the lease for new terms alive, or requests one. Does not wait for the answer.
	 * @param duration the minimum duration of the lease
	 * @param session the session to use
	 */
	void keepReady(Duration duration, EtcdSession session) {
		long seconds = seconds(duration);
		OwnLease lease = this.leases.get(seconds);
		long sent = this.ticker.nanos();
		if (lease == null) {
			send(session, LeaseGrpc.getLeaseGrantMethod(), LeaseGrantRequest.newBuilder().setTTL(seconds).build(),
					seconds, (granted) -> this.leases.putIfAbsent(seconds,
							new OwnLease(granted.getID(), Duration.ofSeconds(granted.getTTL()), sent)));
		}
		else {
			send(session, LeaseGrpc.getLeaseKeepAliveMethod(),
					LeaseKeepAliveRequest.newBuilder().setID(lease.id()).build(), seconds,
					(alive) -> keptAlive(lease.id(), alive.getTTL(), sent));
		}
	}

	/** Ignores failures: calls of the candidate report them. */
	private static <Q, A> void send(EtcdSession session, MethodDescriptor<Q, A> method, Q request, long seconds,
			Consumer<A> receiver) {
		long timeout = TimeUnit.SECONDS.toNanos(seconds);
		CompletableFuture<?> unused = session.login(timeout)
			.thenCompose((headers) -> session.call(method, request, headers, timeout))
			.thenAccept(receiver);
	}

	/** Removes a lease that etcd no longer knows. */
	void forget(long id) {
		this.leases.values().removeIf((lease) -> lease.id() == id);
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
