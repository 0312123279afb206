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

	private final OwnerWithoutEngine owner = new OwnerWithoutEngine();

	private final Term term = new Term(this.owner, new StoredTerm(Rig.KEY, new Nonce(0, 1), 1), Checkpoints.NONE);

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

	@Test
	void workIsOverWhenAllHaveLeftAndListenersWereNotified() {
		EnteredCall call = this.term.enter(OnLoss.CONTINUE);
		assertThat(call).isNotNull();
		this.term.close();
		this.term.notified();
		assertThat(this.owner.ended).as("a call has not left").hasValue(0);
		this.term.dropUnending((thread) -> false);
		assertThat(this.owner.ended).as("and is not dropped").hasValue(0);
		assertThat(this.term.isOver()).isFalse();
		this.term.dropUnending(Thread.currentThread()::equals);
		assertThat(this.owner.ended).hasValue(1);
		assertThat(this.term.isOver()).isTrue();
		call.close();
		assertThat(this.owner.ended).as("reported once").hasValue(1);
	}

}
