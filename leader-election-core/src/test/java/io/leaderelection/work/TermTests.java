/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.OnLoss;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TermTests {

	private final Term term = new Term(new OwnerWithoutEngine(), new StoredTerm(Rig.KEY, new Nonce(0, 1), 1),
			Checkpoints.NONE);

	@Test
	void closesIfNoGuardedCallRuns() {
		EnteredCall call = this.term.enter(OnLoss.CONTINUE);
		assertThat(call).isNotNull();
		assertThat(this.term.closeIfIdle()).isFalse();
		call.close();
		EnteredCall task = this.term.enterTask(OnLoss.CONTINUE, () -> {
		});
		assertThat(task).isNotNull();
		assertThat(this.term.closeIfIdle()).as("a task does not count").isTrue();
		assertThat(this.term.enter(OnLoss.CONTINUE)).isNull();
		task.close();
	}

}
