/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.concurrent.Future;

import io.leaderelection.work.DetachableCall;
import io.leaderelection.work.DetachedCall;

/**
 * Work that a plain future stands for, which tells nobody when it is done: guarded until
 * that is noticed, and cancelled on loss.
 */
final class GuardedPlainFuture {

	private final Guard guard;

	private final DetachableCall call;

	private final Future<?> future;

	private volatile boolean lost;

	GuardedPlainFuture(Guard guard, DetachableCall call, Future<?> future) {
		this.guard = guard;
		this.call = call;
		this.future = future;
	}

	/**
	 * Takes the work off the thread.
	 * @param watch notices the end
	 * @return what the caller gets
	 */
	Future<?> start(FutureWatch watch) {
		DetachedCall work = this.call.detach(() -> {
			this.lost = true;
			this.future.cancel(true);
		});
		try {
			watch.whenDone(this.future, () -> {
				work.close();
				this.guard.ended(this.lost);
			});
		}
		catch (Throwable ex) {
			work.close();
			throw ex;
		}
		return this.future;
	}

}
