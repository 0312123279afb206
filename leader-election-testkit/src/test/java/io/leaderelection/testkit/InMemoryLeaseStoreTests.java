/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.IOException;
import java.time.Duration;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

class InMemoryLeaseStoreTests extends LeaseStoreContract {

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private StoreServer server;

	@BeforeEach
	void startServer() throws IOException {
		this.server = new StoreServer(this.memory.open());
	}

	@AfterEach
	void stopServer() throws IOException {
		this.server.close();
	}

	@Override
	protected LeaseStore open() {
		return this.memory.open();
	}

	@Override
	protected StoreTraits traits() {
		return this.memory.traits();
	}

	@Override
	protected void elapse(Duration duration) {
		this.time.advance(duration);
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		this.memory.writeGarbage(key);
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		this.memory.deleteRecord(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		this.memory.writeNotBefore(key, fromNow);
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		this.memory.writeCheckpoints(key, new Checkpoints(3, "broken"));
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		throw new UnsupportedOperationException("Nothing is held beside the record");
	}

	@Override
	protected StoreOpening opening() {
		return this.server.opening();
	}

}
