/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.store.LeaseStore;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class OpenWatchesTests {

	private final List<String> done = new ArrayList<>();

	private final OpenWatches<Named> watches = new OpenWatches<>("memory");

	@Test
	void closesEachOnce() {
		LeaseStore.Watch one = open("one");
		LeaseStore.Watch two = open("two");
		one.close();
		one.close();
		assertThat(this.done).containsExactly("made one", "started one", "made two", "started two", "closed one");
		this.watches.close(() -> this.done.add("closed shared"));
		two.close();
		assertThat(this.done).endsWith("closed one", "closed two", "closed shared");
	}

	@Test
	void opensNoneOnceTheStoreIsClosed() {
		this.watches.close(() -> this.done.add("closed shared"));
		assertThatIllegalStateException().isThrownBy(() -> open("late")).withMessage("The memory store is closed");
		assertThat(this.done).containsExactly("closed shared");
	}

	@Test
	void watchThatCannotBeStartedIsClosed() {
		assertThatIllegalStateException().isThrownBy(() -> this.watches.open(() -> new Named("one"), (watch) -> {
			throw new IllegalStateException("not now");
		})).withMessage("not now");
		assertThat(this.done).as("at once").containsExactly("made one", "closed one");
		this.watches.close(() -> this.done.add("closed shared"));
		assertThat(this.done).containsExactly("made one", "closed one", "closed shared");
	}

	@Test
	void otherThreadsCanOpenAndCloseAfterwards() throws Exception {
		open("one");
		CompletableFuture.runAsync(() -> open("two")).get(1, TimeUnit.MINUTES);
		CompletableFuture.runAsync(() -> this.watches.close(() -> this.done.add("closed shared")))
			.get(1, TimeUnit.MINUTES);
		assertThat(this.done).endsWith("closed shared");
		assertThatIllegalStateException().isThrownBy(() -> open("late")).withMessage("The memory store is closed");
	}

	@Test
	void failedCloseKeepsNoOtherWatchOpen() {
		open("stuck");
		open("one");
		open("other stuck");
		this.done.clear();
		assertThatIllegalStateException().isThrownBy(() -> this.watches.close(() -> this.done.add("closed shared")))
			.withMessage("stuck")
			.satisfies((ex) -> assertThat(ex.getSuppressed()).singleElement().asString().contains("other stuck"));
		assertThat(this.done).containsExactly("closed stuck", "closed one", "closed other stuck", "closed shared");
	}

	private LeaseStore.Watch open(String name) {
		return this.watches.open(() -> new Named(name), Named::start);
	}

	private final class Named implements LeaseStore.Watch {

		private final String name;

		Named(String name) {
			this.name = name;
			OpenWatchesTests.this.done.add("made " + name);
		}

		void start() {
			OpenWatchesTests.this.done.add("started " + this.name);
		}

		@Override
		public void close() {
			OpenWatchesTests.this.done.add("closed " + this.name);
			if (this.name.endsWith("stuck")) {
				throw new IllegalStateException(this.name);
			}
		}

	}

}
