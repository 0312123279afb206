/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.CompletionStage;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.work.GuardedElection;

/**
 * Runs elections over a store: one thread for the protocol, a few to call the store and
 * to deliver events, however many elections there are. May be started and stopped any
 * number of times; each start contends in every election joined. Each election is a
 * {@link GuardedElection}. Made by an {@link ElectionEngineBuilder}.
 * <p>
 * An interface although the library has one implementation: applications and the wiring
 * of Spring depend on these few methods, and not on the class that joins the loop, the
 * calls and the deliveries; a test may replace it.
 */
public interface ElectionEngine extends LeaderElections, AutoCloseable {

	/**
	 * Asks the store for a record in the background, so that its client is loaded and
	 * connected by the time elections start. Does not wait, and nothing follows from the
	 * answer: a store that gives none is reported when it is first needed. Without effect
	 * on an engine that touches no store.
	 * @param election the name of the record to ask for, joined or not
	 * @throws IllegalArgumentException if the name is not legal
	 */
	void connect(String election);

	/**
	 * Whether the store keeps checkpoints.
	 * @return whether {@link io.leaderelection.Leadership#checkpoint} can be used
	 */
	boolean keepsCheckpoints();

	/**
	 * Begins to contend. Without effect if started.
	 * @throws IllegalStateException if closed
	 */
	void start();

	/**
	 * Hands over what is led and stops contending; elections stay joined. Returns at
	 * once; further calls return the same stage until the next start.
	 * @return completed when every lease is released or the drain timeout is over. See
	 * {@link LeaderElection#stepDown()} for where it must not be joined
	 */
	CompletionStage<Void> stop();

	/**
	 * As {@link #stop()}, for a thread that is about to wait for the end of that, such as
	 * one that closes an application context. A listener or guarded work that this thread
	 * itself runs at the moment is not waited for: it cannot end before the handover.
	 * @param waiting the thread
	 * @return as {@link #stop()}
	 */
	CompletionStage<Void> stop(Thread waiting);

	/**
	 * Whether {@link #start()} was called and {@link #stop()} was not yet.
	 * @return whether it runs
	 */
	boolean isRunning();

	/**
	 * Stops, waits for the handover, ends all threads and closes the store, unless
	 * {@link ElectionEngineBuilder#closeStore} leaves that to its owner. Inside a
	 * listener or guarded work, or if interrupted, it does not wait: threads and store
	 * end when the handover is done. Closing twice has no effect.
	 */
	@Override
	void close();

}
