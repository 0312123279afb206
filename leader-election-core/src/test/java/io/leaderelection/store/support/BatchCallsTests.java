/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.LongStream;

import io.leaderelection.store.Outcome;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BatchCalls}.
 */
class BatchCallsTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final BatchCalls calls = new BatchCalls(TimeSystem.system(), "batch-calls-tests", 2);

	@AfterEach
	void close() {
		this.calls.close();
	}

	@Test
	void outcomesKeepTheOrderOfTheCommands() {
		List<Long> batch = LongStream.rangeClosed(1, 100).boxed().toList();
		List<Outcome.OfObserve> outcomes = each(batch, LONG, (token) -> new Outcome.Free(token, false));
		assertThat(outcomes).extracting((outcome) -> ((Outcome.Free) outcome).token()).isEqualTo(batch);
	}

	@Test
	void commandsAreCarriedOutInParallel() {
		CyclicBarrier both = new CyclicBarrier(2);
		assertThat(each(List.of(1L, 2L, 3L, 4L), LONG, (token) -> {
			both.await(LONG.toSeconds(), TimeUnit.SECONDS);
			return new Outcome.Free(token, false);
		})).hasOnlyElementsOfType(Outcome.Free.class);
	}

	@Test
	void exceptionAffectsOnlyItsOwnCommand() {
		IOException failure = new IOException("refused");
		List<Outcome.OfObserve> outcomes = each(List.of(1L, 2L, 3L), LONG, (token) -> {
			if (token == 2) {
				throw failure;
			}
			return new Outcome.Free(token, false);
		});
		assertThat(outcomes).containsExactly(new Outcome.Free(1, false), new Outcome.Unknown(failure),
				new Outcome.Free(3, false));
	}

	@Test
	void lateOutcomeIsUnknown() {
		Thread caller = Thread.currentThread();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch end = new CountDownLatch(1);
		List<Outcome.OfObserve> outcomes = each(List.of(1L, 2L), Duration.ZERO, (token) -> {
			boolean late = !Thread.currentThread().equals(caller);
			if (late) {
				begun.countDown();
				end.await();
			}
			else {
				begun.await();
			}
			return new Outcome.Free(token, false);
		});
		end.countDown();
		assertThat(outcomes).filteredOn(Outcome.Unknown.class::isInstance)
			.singleElement()
			.extracting((outcome) -> ((Outcome.Unknown) outcome).cause().getMessage())
			.asString()
			.contains("did not answer all of a batch within 0 ms");
	}

	private List<Outcome.OfObserve> each(List<Long> batch, Duration timeout, Call call) {
		return this.calls.each(batch, new CallBudget(TimeSystem.system().ticker(), timeout), sneaky(call));
	}

	private static Function<Long, Outcome.OfObserve> sneaky(Call call) {
		return (token) -> {
			try {
				return call.apply(token);
			}
			catch (Exception ex) {
				throw BatchCallsTests.<RuntimeException>thrown(ex);
			}
		};
	}

	@SuppressWarnings("unchecked")
	private static <T extends Exception> T thrown(Exception ex) throws T {
		throw (T) ex;
	}

	/**
	 * A call that may throw any exception.
	 */
	private interface Call {

		Outcome.OfObserve apply(long token) throws Exception;

	}

}
