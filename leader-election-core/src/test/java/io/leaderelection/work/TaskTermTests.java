/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.protocol.Rig;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests that checkpoints report progress when they are requested, and when the request
 * has ended.
 */
class TaskTermTests {

	private final AtomicInteger reports = new AtomicInteger();

	/** The number of reports when a write was requested. */
	private final List<Integer> atRequests = new ArrayList<>();

	private boolean answers = true;

	private final Term term = new Term(new OwnerWithoutEngine() {

		@Override
		public void note(long token, long request, Map<String, String> values) {
			TaskTermTests.this.atRequests.add(TaskTermTests.this.reports.get());
			if (TaskTermTests.this.answers) {
				TaskTermTests.this.term.noted(request, values);
			}
		}

	}, new StoredTerm(Rig.KEY, new Nonce(0, 1), 1), Checkpoints.NONE);

	private final TaskTerm seen = new TaskTerm(this.term, this.reports::incrementAndGet);

	@Test
	void waitForACheckpointReportsAtItsBeginningAndEnd() {
		this.seen.checkpoint("a", "1");
		assertThat(this.atRequests).containsExactly(1);
		assertThat(this.reports).hasValue(2);
		assertThat(this.seen.checkpoints()).isEqualTo(Map.of("a", "1"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.seen.checkpoint("tick:a", "1"))
			.withMessageContaining("'tick:a'");
		assertThat(this.reports).as("refused").hasValue(4);
	}

	@Test
	void checkpointThatIsWrittenLaterReportsAtItsRequestAndItsAnswer() {
		this.answers = false;
		CompletableFuture<Void> written = this.seen.checkpointAsync("a", "1").toCompletableFuture();
		assertThat(this.atRequests).containsExactly(1);
		assertThat(this.reports).hasValue(1);
		this.term.noted(1, Map.of("a", "1"));
		assertThat(written).isCompleted();
		assertThat(this.reports).hasValue(2);
	}

}
