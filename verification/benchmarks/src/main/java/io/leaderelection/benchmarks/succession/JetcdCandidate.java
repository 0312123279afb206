/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ExecutionException;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.election.CampaignResponse;
import io.etcd.jetcd.election.LeaderKey;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.support.CloseableClient;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/**
 * A candidate that uses the election of jetcd: a campaign on a lease that the client
 * keeps alive.
 */
final class JetcdCandidate implements Candidate {

	private static final ByteSequence NAME = bytes("succession/" + ELECTION);

	/** jetcd has no default; this is the default of this library. */
	private static final Duration DEFAULT_LEASE = Duration.ofSeconds(15);

	private final Client client;

	private final long lease;

	private final CloseableClient keepAlive;

	private final ByteSequence id = bytes(UUID.randomUUID().toString());

	private volatile @Nullable LeaderKey key;

	JetcdCandidate(CandidateSettings settings) {
		this.client = Client.builder().endpoints(settings.property("leader-election.etcd.endpoints")).build();
		try {
			this.lease = this.client.getLeaseClient().grant(settings.leaseOr(DEFAULT_LEASE).toSeconds()).get().getID();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("No lease was granted", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted", ex);
		}
		this.keepAlive = this.client.getLeaseClient().keepAlive(this.lease, new EndOfLease());
		campaign();
	}

	private static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

	@SuppressWarnings("FutureReturnValueIgnored") // what becomes of it is seen in the key
	private void campaign() {
		this.client.getElectionClient()
			.campaign(NAME, this.lease, this.id)
			.thenAccept((CampaignResponse response) -> this.key = response.getLeader());
	}

	@Override
	public boolean isLeader() {
		return this.key != null;
	}

	@Override
	public int led() {
		return isLeader() ? 1 : 0;
	}

	@Override
	@SuppressWarnings("FutureReturnValueIgnored") // a campaign that fails is seen in the
													// key
	public void stepDown() {
		LeaderKey former = this.key;
		this.key = null;
		if (former != null) {
			this.client.getElectionClient().resign(former).thenRun(this::campaign);
		}
	}

	@Override
	public void close() {
		this.key = null;
		this.keepAlive.close();
		this.client.getLeaseClient().revoke(this.lease).join();
		this.client.close();
	}

	/** The only sign for a leader that its lease has expired. */
	private final class EndOfLease implements StreamObserver<LeaseKeepAliveResponse> {

		@Override
		public void onNext(LeaseKeepAliveResponse response) {
			if (response.getTTL() <= 0) {
				JetcdCandidate.this.key = null;
			}
		}

		@Override
		public void onError(Throwable failure) {
			JetcdCandidate.this.key = null;
		}

		@Override
		public void onCompleted() {
			JetcdCandidate.this.key = null;
		}

	}

}
