/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store recognises its own term in a {@link Leadership}.
 */
class StoredTermTests {

	private static final ElectionKey KEY = new ElectionKey("orders", "billing");

	private final SteppedTime time = new SteppedTime();

	private final ListedStore store = new ListedStore(this.time.wallClock());

	private final ElectionEngine engine = ElectionEngineBuilder.of(this.store, ListedStore.TRAITS)
		.namespace("orders")
		.time(this.time)
		.build();

	@Test
	void leadershipOfAThreadHasTheTermOnRecord() {
		LeaderElection election = this.engine.join("billing").election();
		this.engine.start();
		StoredTerm first = this.store.term(KEY);
		assertThat(term(election.leadership().orElseThrow())).isEqualTo(first);
		try (GuardedCall call = election.tryEnter(OnLoss.INTERRUPT)) {
			assertThat(call).isNotNull();
			assertThat(term(Leadership.current())).isEqualTo(first);
			assertThat(term(call.leadership())).isEqualTo(first);
		}
		Leadership former = election.leadership().orElseThrow();
		this.engine.stop();
		this.engine.start();
		StoredTerm second = this.store.term(KEY);
		assertThat(term(election.leadership().orElseThrow())).isEqualTo(second);
		assertThat(second.token()).isGreaterThan(first.token());
		assertThat(second.nonce()).isNotEqualTo(first.nonce());
		assertThat(term(former)).isEqualTo(first);
	}

	private static StoredTerm term(Leadership leadership) {
		assertThat(leadership).isInstanceOf(StoredTerm.Bearer.class);
		return ((StoredTerm.Bearer) leadership).storedTerm();
	}

}
