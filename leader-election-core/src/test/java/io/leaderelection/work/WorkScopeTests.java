/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.protocol.Rig;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class WorkScopeTests {

	private final WorkScope outer = scope("billing", 7);

	private final WorkScope inner = scope("orders", 3);

	@AfterEach
	void leaveNoInterruptBehind() {
		assertThat(Thread.interrupted()).isFalse();
	}

	private static boolean isInterrupted() {
		return Thread.currentThread().isInterrupted();
	}

	private void openBoth() {
		this.outer.open();
		this.inner.open();
	}

	@Test
	@DisplayName("An interrupt of the enclosing scope is kept over one that was not interrupted")
	void interruptOfTheEnclosingScopeIsKeptOverAnInnerOne() {
		WorkScope between = scope("between", 1);
		this.outer.open();
		between.open();
		this.inner.open();
		this.outer.interrupt();
		this.inner.interrupt();
		this.inner.close();
		assertThat(isInterrupted()).isTrue();
		between.close();
		assertThat(isInterrupted()).isTrue();
		this.outer.close();
	}

	@Test
	void interruptOfAnInnerScopeDoesNotReachTheOuterOne() {
		openBoth();
		this.inner.interrupt();
		this.inner.close();
		assertThat(isInterrupted()).isFalse();
		this.outer.close();
	}

	@Test
	void clearedInterruptKeepsThatOfAnInnerScope() {
		openBoth();
		this.outer.interrupt();
		this.inner.interrupt();
		assertThat(this.outer.takeInterrupt()).isTrue();
		assertThat(isInterrupted()).isTrue();
		assertThat(this.outer.takeInterrupt()).isFalse();
		assertThat(this.inner.takeInterrupt()).isTrue();
		assertThat(isInterrupted()).isFalse();
		this.inner.close();
		this.outer.close();
	}

	@Test
	void scopesMayEndInAnyOrder() {
		assertThat(WorkScope.find("billing", 7)).isNull();
		openBoth();
		assertThat(WorkScope.find("billing", 7)).isNotNull();
		assertThat(WorkScope.find("billing", 3)).isNull();
		this.outer.interrupt();
		this.inner.interrupt();
		this.outer.close();
		assertThat(isInterrupted()).isTrue();
		assertThat(WorkScope.find("billing", 7)).isNull();
		assertThat(WorkScope.find("orders", 3)).isNotNull();
		this.inner.close();
		assertThat(isInterrupted()).isFalse();
		assertThat(WorkScope.find("orders", 3)).isNull();
	}

	@Test
	void interruptOfAnyOpenScopeIsKnown() {
		assertThat(WorkScope.isCurrentInterrupted()).isFalse();
		openBoth();
		assertThat(WorkScope.isCurrentInterrupted()).isFalse();
		this.outer.interrupt();
		assertThat(Thread.interrupted()).as("cleared by somebody").isTrue();
		assertThat(WorkScope.isCurrentInterrupted()).isTrue();
		this.outer.close();
		assertThat(WorkScope.isCurrentInterrupted()).as("over").isFalse();
		assertThat(this.outer.isOpen()).isFalse();
		assertThat(this.inner.isOpen()).isTrue();
		this.inner.close();
	}

	@Test
	@Timeout(60)
	void interruptReachesTheThreadOfTheScope() {
		this.outer.open();
		Thread other = new Thread(() -> {
			WorkScope its = scope("orders", 3);
			its.open();
			its.interrupt();
			its.close();
			// From another thread, like most interrupts
			this.outer.interrupt();
		});
		other.start();
		while (!isInterrupted()) {
			Thread.onSpinWait();
		}
		assertThat(WorkScope.find("orders", 3)).isNull();
		this.outer.close();
	}

	private static WorkScope scope(String election, long token) {
		StoredTerm stored = new StoredTerm(Rig.KEY, new Nonce(0, token), token);
		return new WorkScope(new Term(new OwnerWithoutEngine(election), stored, Checkpoints.NONE));
	}

}
