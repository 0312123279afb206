/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.concurrent.CompletionStage;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.work.GuardedElection;

/**
 * Runs elections over a store, with one thread for the protocol and a few for store calls
 * and events, however many elections there are. May be started and stopped any number of
 * times; each start contends in every joined election. Each election is a
 * {@link GuardedElection}. Created by an {@link ElectionEngineBuilder}.
 * <p>
 * An interface with one implementation, so that applications and the Spring integration
 * depend only on these methods, and a test can replace it.
 */
public interface ElectionEngine extends LeaderElections, AutoCloseable {

	/**
	 * Reads a record from the store in the background, so that its client is loaded and
	 * connected by the time elections start. Does not wait, and ignores the answer: a
	 * failure is reported when the store is first needed. Has no effect on an engine that
	 * uses no store.
	 * @param election the name of the record to read, joined or not
	 * @throws IllegalArgumentException if the name is not legal
	 */
	void connect(String election);

	/**
	 * Returns whether the store keeps checkpoints.
	 * @return whether {@link io.leaderelection.Leadership#checkpoint} can be used
	 */
	boolean keepsCheckpoints();

	/**
	 * Joins as {@link #join(String)} does, but for this election alone the process does
	 * not stay alive. For an election that the application does not name.
	 * @param name the name of an election
	 * @return the candidacy
	 * @throws IllegalArgumentException as {@link #join(String)} does
	 */
	Candidacy joinInBackground(String name);

	/**
	 * Starts to contend, and keeps the process alive until the handover of a stop is done
	 * or the last candidacy of {@link #join(String)} is closed. Has no effect if already
	 * started.
	 * @throws IllegalStateException if closed
	 */
	void start();

	/**
	 * Hands over all led elections and stops contending; elections stay joined. Returns
	 * at once; further calls return the same stage until the next start.
	 * @return completed when every lease is released or the drain timeout is over. See
	 * {@link LeaderElection#stepDown()} for where not to wait for it
	 */
	CompletionStage<Void> stop();

	/**
	 * Stops as {@link #stop()} does, for a thread that is about to wait for the returned
	 * stage, such as one that closes an application context. The handover does not wait
	 * for a listener or guarded work that this thread itself runs, because these cannot
	 * end before the handover.
	 * @param waiting the thread
	 * @return see {@link #stop()}
	 */
	CompletionStage<Void> stop(Thread waiting);

	/**
	 * Returns whether this engine is started and not stopped.
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
