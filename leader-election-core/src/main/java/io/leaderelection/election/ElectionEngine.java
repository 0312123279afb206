/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.leaderelection.BackendStatus;
import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.WallClock;

/**
 * Runs elections over a store. May be started and stopped any number of times; each start
 * contends in every election joined.
 */
public interface ElectionEngine extends LeaderElections, AutoCloseable {

	/**
	 * Configures an engine over a store.
	 * @param store the store; closed by {@link #close()}
	 * @param traits its traits
	 * @return a builder
	 */
	static Builder builder(LeaseStore store, StoreTraits traits) {
		return new Builder(store, traits);
	}

	/**
	 * An engine that uses no store, for development and tests: leads every election from
	 * start to stop, or none ever.
	 * @param leading whether to lead
	 * @param namespace shown only
	 * @param instanceName shown only
	 * @return the engine
	 */
	static ElectionEngine fixed(boolean leading, String namespace, String instanceName) {
		throw new UnsupportedOperationException();
	}

	/**
	 * Begins to contend. Without effect if started.
	 * @throws IllegalStateException if closed
	 */
	void start();

	/**
	 * Hands over what is led and stops contending; elections stay joined. Returns at once;
	 * further calls return the same stage until the next start.
	 * @return completed when every lease is released or the drain timeout is over. See
	 * {@link LeaderElection#stepDown()} for where it must not be joined
	 */
	CompletionStage<Void> stop();

	/**
	 * Whether {@link #start()} was called and {@link #stop()} was not yet.
	 * @return whether it runs
	 */
	boolean isRunning();

	/**
	 * Stops, waits for the drain, ends all threads and closes the store.
	 */
	@Override
	void close();

	/** Configures an engine. */
	final class Builder {

		Builder(LeaseStore store, StoreTraits traits) {
		}

		/** Required. */
		public Builder namespace(String namespace) {
			throw new UnsupportedOperationException();
		}

		/** First part of the candidate id; default: host name and pid. */
		public Builder instanceName(String name) {
			throw new UnsupportedOperationException();
		}

		/** Timing of all elections that have none of their own. */
		public Builder timing(ElectionTiming timing) {
			throw new UnsupportedOperationException();
		}

		/** Timing of one election. */
		public Builder timing(String election, ElectionTiming timing) {
			throw new UnsupportedOperationException();
		}

		/** Read (on the loop, must be quick) at each attempt at a term. */
		public Builder metadata(Supplier<Map<String, String>> metadata) {
			throw new UnsupportedOperationException();
		}

		public Builder operationListener(OperationListener listener) {
			throw new UnsupportedOperationException();
		}

		public Builder ticker(Ticker ticker) {
			throw new UnsupportedOperationException();
		}

		public Builder wallClock(WallClock clock) {
			throw new UnsupportedOperationException();
		}

		public ElectionEngine build() {
			throw new UnsupportedOperationException();
		}

	}

}
