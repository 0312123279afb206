/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.function.Predicate;

import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import org.jspecify.annotations.Nullable;

/**
 * A detached call, whose thread is not known.
 */
final class DetachedWork extends PendingWork.Entry implements DetachedCall {

	private final WorkedTerm term;

	private final Runnable cancellation;

	/** Created once, so that a cancellation allocates less. */
	private final Runnable cancel = this::cancel;

	DetachedWork(WorkedTerm term, OnLoss onLoss, Runnable cancellation) {
		super(onLoss);
		this.term = term;
		this.cancellation = cancellation;
	}

	@Override
	@Nullable Runnable interruptNow() {
		return this.cancel;
	}

	@Override
	boolean hasThread() {
		return false;
	}

	@Override
	boolean isUnending(Predicate<Thread> unending) {
		return false;
	}

	void cancel() {
		Throwable thrown = ForeignCode.call(Runnable::run, this.cancellation);
		if (thrown != null) {
			this.term.log()
				.warn("Work of election '{}' could not be cancelled when leadership was lost", this.term.election(),
						thrown);
		}
	}

	@Override
	public Leadership leadership() {
		return this.term;
	}

	@Override
	public void interrupt() {
		this.term.interrupt(this);
	}

	@Override
	public void close() {
		this.term.leave(this);
	}

}
