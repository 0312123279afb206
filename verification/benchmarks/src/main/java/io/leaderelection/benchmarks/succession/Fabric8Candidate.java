/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import org.jspecify.annotations.Nullable;

/**
 * A candidate that uses the leader elector of fabric8's Kubernetes client, over a Lease
 * object that is released when the elector is cancelled. It has no default timings: it
 * uses those of Kubernetes' own components, 15, 10 and 2 s, scaled with the lease.
 */
final class Fabric8Candidate implements Candidate {

	/**
	 * Longer than the polling interval of a follower, which is its retry period and up to
	 * 1.2 times that. A former leader that contends at once acquires the lease it has
	 * released.
	 */
	static final int COOL_DOWN_MILLIS = 5000;

	/** The one that every cluster has. */
	private static final String NAMESPACE = "default";

	private static final Duration DEFAULT_LEASE = Duration.ofSeconds(15);

	private static final Duration LONGEST_RETRY_PERIOD = Duration.ofSeconds(2);

	private final String id = UUID.randomUUID().toString();

	private final KubernetesClient client;

	private final Duration lease;

	private volatile boolean leads;

	private @Nullable CompletableFuture<?> elector;

	private boolean closed;

	Fabric8Candidate(CandidateSettings settings) {
		this.lease = settings.leaseOr(DEFAULT_LEASE);
		this.client = new KubernetesClientBuilder().withConfig(Config.autoConfigure(null)).build();
		contend();
	}

	private synchronized void contend() {
		if (this.closed) {
			return;
		}
		Duration retry = this.lease.multipliedBy(2).dividedBy(15);
		this.elector = this.client.leaderElector()
			.withConfig(new LeaderElectionConfigBuilder().withName(ELECTION)
				.withLock(new LeaseLock(NAMESPACE, ELECTION, this.id))
				.withLeaseDuration(this.lease)
				.withRenewDeadline(this.lease.multipliedBy(2).dividedBy(3))
				.withRetryPeriod((retry.compareTo(LONGEST_RETRY_PERIOD) < 0) ? retry : LONGEST_RETRY_PERIOD)
				.withReleaseOnCancel(true)
				.withLeaderCallbacks(
						new LeaderCallbacks(() -> this.leads = true, () -> this.leads = false, (leader) -> {
						}))
				.build())
			.build()
			.start();
	}

	@Override
	public boolean isLeader() {
		return this.leads;
	}

	@Override
	public int led() {
		return isLeader() ? 1 : 0;
	}

	/** The only way to hand over is to cancel the elector. */
	@Override
	public void stepDown() {
		leave();
		CompletableFuture.delayedExecutor(COOL_DOWN_MILLIS, TimeUnit.MILLISECONDS).execute(this::contend);
	}

	private synchronized void leave() {
		// The elector itself would report it only when the Lease is released
		this.leads = false;
		if (this.elector != null) {
			this.elector.cancel(true);
			this.elector = null;
		}
	}

	@Override
	public void close() {
		leave();
		synchronized (this) {
			this.closed = true;
		}
		this.client.close();
	}

}
