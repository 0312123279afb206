/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.util.UUID;

import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.retry.ExponentialBackoffRetry;

/**
 * A candidate that uses {@code LeaderLatch} of Apache Curator.
 */
final class CuratorCandidate implements Candidate {

	private static final String PATH = "/succession/" + ELECTION;

	private static final int RETRY_MILLIS = 100;

	private static final int RETRIES = 3;

	/** The default of Curator. */
	private static final int DEFAULT_SESSION_MILLIS = 60_000;

	private final CuratorFramework client;

	private final String id = UUID.randomUUID().toString();

	private volatile LeaderLatch latch;

	CuratorCandidate(CandidateSettings settings) {
		int session = (settings.lease() != null) ? (int) settings.lease().toMillis() : DEFAULT_SESSION_MILLIS;
		this.client = CuratorFrameworkFactory.builder()
			.connectString(settings.property("leader-election.zookeeper.connect-string"))
			.sessionTimeoutMs(session)
			.connectionTimeoutMs(session)
			.retryPolicy(new ExponentialBackoffRetry(RETRY_MILLIS, RETRIES))
			.build();
		this.client.start();
		this.latch = join();
	}

	private LeaderLatch join() {
		LeaderLatch joined = new LeaderLatch(this.client, PATH, this.id);
		try {
			joined.start();
			return joined;
		}
		catch (Exception ex) {
			throw new IllegalStateException("The latch did not start", ex);
		}
	}

	@Override
	public boolean isLeader() {
		return this.latch.hasLeadership();
	}

	@Override
	public int led() {
		return isLeader() ? 1 : 0;
	}

	/** The only way to hand over a latch is to close it. */
	@Override
	public void stepDown() {
		leave();
		this.latch = join();
	}

	private void leave() {
		try {
			this.latch.close();
		}
		catch (Exception ex) {
			throw new IllegalStateException("The latch could not be closed", ex);
		}
	}

	@Override
	public void close() {
		leave();
		this.client.close();
	}

}
