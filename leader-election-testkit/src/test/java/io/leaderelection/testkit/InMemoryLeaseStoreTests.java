/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.TermRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InMemoryLeaseStoreTests extends LeaseStoreContract {

	final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

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
		throw new UnsupportedOperationException("No other process reaches this memory");
	}

	@Override
	void contendingProcessesLoseNoUpdate() {
		// Not a test here
	}

	@Test
	void commandsFailIfTheTestSaysSo() throws Exception {
		LeaseStore store = candidate();
		Exception failure = new TimeoutException("no answer");
		this.memory.failCommands((command) -> command.key().equals(key("silent")) ? failure : null);
		assertThat(store.observe(List.of(key("silent"), key("e")), TIMEOUT))
			.containsExactly(new Outcome.Unknown(failure), new Outcome.Free(LeaseStore.ABSENT, false));
		assertThat(attempt(store, key("silent"), "first", LeaseStore.ABSENT)).isEqualTo(new Outcome.Unknown(failure));
		assertThat(this.memory.record(key("silent"))).isNull();
	}

	@Test
	void anotherInstanceCanWriteTheRecord() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		this.memory.writeRecord(key("e"), (record) -> null);
		assertThat(renew(store, term)).isInstanceOf(Outcome.Granted.class);
		this.time.advance(lease(0.6));
		this.memory.writeRecord(key("e"), (record) -> new TermRecord(record.token() + 1, Nonce.random(), "other",
				record.since(), lease(), Duration.ZERO, 0, false, Map.of(), record.checkpoints()));
		this.time.advance(lease(0.6));
		assertThat(renew(store, term)).isEqualTo(new Outcome.Lost());
		assertThat(attempt(store, key("e"), "first", term.token() + 1)).isInstanceOfSatisfying(Outcome.Leased.class,
				(leased) -> assertThat(leased.candidate()).isEqualTo("other"));
	}

}
