/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.azureblob;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.time.WorkerPool;
import org.jspecify.annotations.Nullable;

/**
 * Carries out the commands of a batch side by side, a bounded number at a time: the
 * service takes no batches. The calling thread works, too.
 */
final class BoundedCalls implements AutoCloseable {

	private final WorkerPool pool;

	private final int lanes;

	BoundedCalls(WorkerPool pool, int lanes) {
		this.pool = pool;
		this.lanes = lanes;
	}

	/**
	 * Carries out commands.
	 * @param call carries out one; throws nothing
	 * @param budget after which no result is waited for
	 * @return the results in the order of the commands, {@code null} where there is none
	 * yet
	 */
	<C, O> List<@Nullable O> each(List<C> commands, Function<C, O> call, CallBudget budget) {
		AtomicReferenceArray<@Nullable O> results = new AtomicReferenceArray<>(commands.size());
		AtomicInteger next = new AtomicInteger();
		CountDownLatch open = new CountDownLatch(commands.size());
		Runnable lane = () -> {
			for (int i = next.getAndIncrement(); i < commands.size(); i = next.getAndIncrement()) {
				try {
					results.set(i, call.apply(commands.get(i)));
				}
				finally {
					open.countDown();
				}
			}
		};
		for (int i = 1; i < Math.min(this.lanes, commands.size()); i++) {
			this.pool.execute(lane);
		}
		lane.run();
		await(open, budget);
		List<@Nullable O> list = new ArrayList<>(commands.size());
		for (int i = 0; i < commands.size(); i++) {
			list.add(results.get(i));
		}
		return list;
	}

	private static void await(CountDownLatch open, CallBudget budget) {
		try {
			if (!open.await(Math.max(0, budget.nanosLeft()), TimeUnit.NANOSECONDS)) {
				// What is not there is unknown
				return;
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		this.pool.close();
	}

}
