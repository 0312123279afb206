/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The contract of a store by compare-and-set whose versions are hash codes.
 */
class ConditionalContractTests extends ObserverContract {

	private static final StoreTraits TRAITS = new StoreTraits("hashed", StoreTraits.Clock.OBSERVER,
			Duration.ofMillis(1), Duration.ofDays(365), false, false, true, true);

	private final HashedRecords records = new HashedRecords();

	HashedRecords records() {
		return this.records;
	}

	@Override
	protected LeaseStore open(TimeSystem time) {
		return new ConditionalStore("Hashed", records(), time);
	}

	@Override
	protected StoreTraits traits() {
		return TRAITS;
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		records().texts.put(key, "token=7\nSIGNED OVER\n".getBytes(StandardCharsets.UTF_8));
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		records().texts.remove(key);
		// The next token is that of the clock, which this memory outruns
		long deleted = System.currentTimeMillis();
		while (System.currentTimeMillis() == deleted) {
			Thread.onSpinWait();
		}
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		records().replaceInText(key, "not-before=\\d+", "not-before=" + fromNow.toMillis());
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		records().replaceInText(key, "checkpoints=.*", "checkpoints=broken");
	}

	@Override
	protected StoreOpening opening() {
		throw new UnsupportedOperationException("No other process reaches this memory");
	}

	@Override
	void contendingProcessesLoseNoUpdate() {
		// Not a test here
	}

	@Override
	void aReleaseIsNotified() {
		// Only a test shows events to the watches of this memory
	}

	@Test
	void everyWriteDiffersSoThatAHashIsAVersion() throws Exception {
		LeaseStore store = candidate();
		Term term = win(store, key("e"), "first");
		List<Integer> versions = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			versions.add(Arrays.hashCode(records().texts.get(key("e"))));
			assertThat(renew(store, term)).isInstanceOf(Outcome.Granted.class);
		}
		assertThat(versions).doesNotHaveDuplicates();
	}

}
