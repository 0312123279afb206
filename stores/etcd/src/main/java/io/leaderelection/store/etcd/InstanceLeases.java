/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.leaderelection.store.etcd.Decision.Confirmed;
import org.jspecify.annotations.Nullable;

/**
 * The etcd leases of this instance: one for all elections with the same lease duration.
 * One that is gone, expired or revoked, is replaced.
 */
final class InstanceLeases {

	private final EtcdCaller caller;

	private final Map<Long, Long> ids = new ConcurrentHashMap<>();

	InstanceLeases(EtcdCaller caller) {
		this.caller = caller;
	}

	/** What etcd is asked for: it counts in whole seconds. */
	static long seconds(Duration duration) {
		return duration.plusNanos(999_999_999).toSeconds();
	}

	/**
	 * A lease of this instance, alive now.
	 * @param duration for how long at least
	 * @throws EtcdStoreException if etcd does not answer
	 */
	Confirmed own(Duration duration, CallBudget budget) {
		long seconds = seconds(duration);
		Long id = this.ids.get(seconds);
		if (id != null) {
			Confirmed alive = confirm(id, budget);
			if (alive != null) {
				return alive;
			}
			this.ids.remove(seconds, id);
		}
		LeaseGrantResponse granted = this.caller.call(LeaseGrpc.getLeaseGrantMethod(),
				LeaseGrantRequest.newBuilder().setTTL(seconds).build(), budget);
		this.ids.put(seconds, granted.getID());
		return new Confirmed(granted.getID(), Duration.ofSeconds(granted.getTTL()));
	}

	/**
	 * Keeps a lease alive.
	 * @return the lease, or {@code null} if there is none of that id any more
	 * @throws EtcdStoreException if etcd does not answer
	 */
	@Nullable Confirmed confirm(long id, CallBudget budget) {
		long seconds = this.caller
			.call(LeaseGrpc.getLeaseKeepAliveMethod(), LeaseKeepAliveRequest.newBuilder().setID(id).build(), budget)
			.getTTL();
		return (seconds > 0) ? new Confirmed(id, Duration.ofSeconds(seconds)) : null;
	}

}
