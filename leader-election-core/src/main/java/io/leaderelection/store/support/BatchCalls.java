/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;

import io.leaderelection.store.Outcome;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;

/**
 * Carries out the commands of a batch in parallel, with a limited number at a time, for
 * stores whose server does not support batches. The calling thread carries out commands,
 * too. Safe to use from any thread.
 */
public final class BatchCalls implements AutoCloseable {

	private final WorkerPool workers;

	private final int concurrent;

	/**
	 * Creates an object with a pool of threads.
	 * @param time the time system that creates the threads
	 * @param threadName the name of the threads
	 * @param concurrent the maximum number of commands that are carried out at a time
	 */
	public BatchCalls(TimeSystem time, String threadName, int concurrent) {
		this.workers = time.workers(threadName, concurrent);
		this.concurrent = concurrent;
	}

	/**
	 * Carries out commands.
	 * @param <C> the type of the commands
	 * @param <O> the type of the outcomes
	 * @param batch the commands
	 * @param budget how long to wait for all commands; each call must keep to it, too
	 * @param call carries out one command; an exception becomes {@link Outcome.Unknown}
	 * for that command
	 * @return an outcome for each command, in their order
	 */
	public <C, O extends Outcome> List<O> each(List<C> batch, CallBudget budget, Function<C, O> call) {
		List<CompletableFuture<O>> outcomes = Stream.generate(CompletableFuture<O>::new).limit(batch.size()).toList();
		AtomicInteger next = new AtomicInteger();
		Runnable lane = () -> {
			for (int i = next.getAndIncrement(); i < batch.size(); i = next.getAndIncrement()) {
				outcomes.get(i).complete(outcome(batch.get(i), call));
			}
		};
		for (int i = 1; i < Math.min(this.concurrent, batch.size()); i++) {
			this.workers.execute(lane);
		}
		lane.run();
		return outcomes.stream().map((outcome) -> await(outcome, budget)).toList();
	}

	@SuppressWarnings("unchecked") // Unknown is an outcome of every command
	private static <C, O extends Outcome> O outcome(C command, Function<C, O> call) {
		try {
			return call.apply(command);
		}
		catch (Throwable ex) {
			return (O) new Outcome.Unknown(ex);
		}
	}

	@SuppressWarnings("unchecked") // Unknown is an outcome of every command
	private static <O extends Outcome> O await(CompletableFuture<O> outcome, CallBudget budget) {
		try {
			return budget.await(outcome);
		}
		catch (Exception ex) {
			return (O) new Outcome.Unknown(new NoAnswerException("The store did not answer all of a batch within "
					+ budget + ". Look at its load and at the network, or use fewer elections or longer leases", ex));
		}
	}

	@Override
	public void close() {
		this.workers.close();
	}

}
