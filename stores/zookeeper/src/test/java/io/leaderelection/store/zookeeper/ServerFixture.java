/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.servers.SteppedTime;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * A server, its nodes, and candidates whose leases expire by a stepped ticker.
 */
abstract class ServerFixture {

	static final Duration LEASE = Duration.ofSeconds(10);

	static final Duration SESSION = Duration.ofSeconds(20);

	static final ElectionKey KEY = TestCandidate.key("e");

	static TestingServer server;

	static Records records;

	final SteppedTime time = SteppedTime.still();

	private final List<TestCandidate> candidates = new ArrayList<>();

	@BeforeAll
	static void startServer() {
		server = Ensembles.start();
		records = new Records(server.getConnectString());
	}

	@AfterAll
	static void stopServer() {
		records.close();
		Ensembles.end(server);
	}

	@BeforeEach
	void clear() {
		if (records.namespaces().contains(KEY.namespace())) {
			records.keys(KEY.namespace()).forEach(records::delete);
		}
	}

	@AfterEach
	void closeCandidates() {
		this.candidates.forEach(TestCandidate::close);
	}

	TestCandidate candidate(String name) {
		return candidate(name, ZooKeeperLeaseStoreFactory.builder(server.getConnectString()).sessionTimeout(SESSION));
	}

	TestCandidate candidate(String name, ZooKeeperLeaseStoreFactory.Builder builder) {
		TestCandidate candidate = new TestCandidate(builder.build().open(this.time), name, LEASE);
		this.candidates.add(candidate);
		return candidate;
	}

}
