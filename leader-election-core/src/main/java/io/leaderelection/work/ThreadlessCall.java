/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.delivery.ForeignCode;

/**
 * A detached call, whose thread is not known.
 */
final class ThreadlessCall extends Call implements DetachedCall {

	private final WorkedTerm term;

	private final Runnable cancellation;

	ThreadlessCall(WorkedTerm term, OnLoss onLoss, Runnable cancellation) {
		super(onLoss);
		this.term = term;
		this.cancellation = cancellation;
	}

	/** Cancels the work once, on another thread. */
	@Override
	void stop() {
		if (!this.interrupted) {
			this.term.owner().home().lines().cancellations().execute(this::cancel);
			this.interrupted = true;
		}
	}

	void cancel() {
		Throwable thrown = ForeignCode.call(Runnable::run, this.cancellation);
		if (thrown != null) {
			this.term.owner()
				.home()
				.log()
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
