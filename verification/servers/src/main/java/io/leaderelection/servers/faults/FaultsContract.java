/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.faults;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Sends commands during faults. A store may answer a fault with an exception, with
 * {@link Outcome.Unknown}, or by repeating the command itself.
 */
public abstract class FaultsContract {

	/** The timeout of a call during a fault. */
	static final Duration SHORT = Duration.ofSeconds(1);

	/** The timeout of a call after a fault. */
	static final Duration LONG = Duration.ofSeconds(30);

	/** Much longer than a busy machine needs, and shorter than the retries of clients. */
	private static final Duration SOON = Duration.ofSeconds(20);

	private static final AtomicInteger elections = new AtomicInteger();

	FaultsContract() {
	}

	/**
	 * Returns the lease duration of the candidates.
	 * @return the duration; 5 min by default
	 */
	protected Duration lease() {
		return Duration.ofMinutes(5);
	}

	/**
	 * Returns the name of an election.
	 * @return a new name
	 */
	protected static String election() {
		return "faults-" + elections.incrementAndGet();
	}

	/**
	 * Sends a command that must fail soon.
	 * @param command the command
	 * @return the failure
	 */
	protected static Throwable failure(Callable<? extends Outcome> command) {
		Ticker ticker = Ticker.system();
		long began = ticker.nanos();
		Outcome outcome = attempt(command);
		assertThat(Duration.ofNanos(ticker.nanos() - began)).isLessThan(SOON);
		assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
		return ((Outcome.Unknown) outcome).cause();
	}

	/**
	 * Sends a command that may fail.
	 * @param <O> the type of the outcome
	 * @param command the command
	 * @return the outcome; unknown if the store throws
	 */
	@SuppressWarnings("unchecked") // an unknown outcome is one of every command
	protected static <O extends Outcome> O attempt(Callable<O> command) {
		try {
			return command.call();
		}
		catch (LeaseStoreException ex) {
			return (O) new Outcome.Unknown(ex);
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * Repeats a command until the server answers.
	 * @param <O> the type of the outcome
	 * @param command the command
	 * @return the answer
	 */
	protected static <O extends Outcome> O reached(Callable<O> command) {
		return Awaitility.await()
			.atMost(TestCandidate.PATIENCE)
			.until(() -> attempt(command), (outcome) -> !(outcome instanceof Outcome.Unknown));
	}

}
