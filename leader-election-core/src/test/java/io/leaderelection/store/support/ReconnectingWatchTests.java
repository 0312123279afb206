/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.support;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.leaderelection.engine.SteppedTime;
import io.leaderelection.store.LeaseStore.NotificationListener;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReconnectingWatch} in stepped time.
 */
class ReconnectingWatchTests {

	private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

	private final SteppedTime time = new SteppedTime();

	private final List<String> received = new ArrayList<>();

	private final NotificationListener listener = new NotificationListener() {

		@Override
		public void notified(String election) {
			ReconnectingWatchTests.this.received.add("notification " + election);
			fail();
		}

		@Override
		public void live(boolean live) {
			ReconnectingWatchTests.this.received.add("live " + live);
			fail();
		}

		@Override
		public void disconnected() {
			ReconnectingWatchTests.this.received.add("disconnected");
			fail();
		}

	};

	private final ListedSource source = new ListedSource();

	/** The next exceptions. */
	private @Nullable Throwable failure;

	private final ReconnectingWatch watch = new ReconnectingWatch("Test", this.listener, this.time.scheduler("watch"),
			LONGEST_PAUSE);

	static Throwable[] failures() {
		return new Throwable[] { new IllegalStateException("unchecked"), new IOException("checked"),
				new OutOfMemoryError("from the test") };
	}

	private void fail() {
		Throwable failure = this.failure;
		this.failure = null;
		if (failure != null) {
			ReconnectingWatchTests.<RuntimeException>sneakyThrow(failure);
		}
	}

	@SuppressWarnings("unchecked")
	private static <T extends Throwable> void sneakyThrow(Throwable failure) throws T {
		throw (T) failure;
	}

	private void confirm() {
		this.watch.execute(this.watch::confirmed);
	}

	private void lose() {
		this.watch.execute(() -> this.watch.lost(new IllegalStateException("reset")));
	}

	@Test
	void isLiveFromItsConfirmationToItsLoss() {
		this.watch.start(this.source);
		assertThat(this.source.calls).containsExactly("begin");
		confirm();
		confirm();
		this.watch.notified("billing");
		lose();
		lose();
		assertThat(this.received).containsExactly("live true", "notification billing", "live false");
		assertThat(this.source.calls).containsExactly("begin", "leave");
		this.time.advance(Duration.ofMillis(50));
		assertThat(this.source.calls).containsExactly("begin", "leave", "begin");
		confirm();
		assertThat(this.received).endsWith("live true");
	}

	@Test
	void pausesGrowToTheLongestAndAreResetByALiveWatch() {
		this.watch.start(this.source);
		for (int i = 0; i < 20; i++) {
			lose();
			this.time.advance(LONGEST_PAUSE);
		}
		assertThat(this.source.begun()).isEqualTo(21);
		lose();
		this.time.advance(LONGEST_PAUSE.dividedBy(2).minusMillis(1));
		assertThat(this.source.begun()).as("begins within half of the longest pause").isEqualTo(21);
		this.time.advance(LONGEST_PAUSE);
		confirm();
		this.time.advance(ReconnectingWatch.LOOK_INTERVAL);
		lose();
		this.time.advance(Duration.ofMillis(50));
		assertThat(this.source.begun()).isEqualTo(23);
	}

	/** For example, because a proxy closes each connection soon after it is opened. */
	@Test
	void watchThatIsLostSoonAfterEachConfirmationSlowsDown() {
		this.watch.start(this.source);
		for (int i = 0; i < 6000; i++) {
			confirm();
			lose();
			this.time.advance(Duration.ofMillis(10));
		}
		assertThat(this.source.begun()).as("attempts in a minute").isBetween(30L, 80L);
	}

	@Test
	void processesDoNotReconnectAllAtOnce() {
		Duration step = LONGEST_PAUSE.dividedBy(20);
		int[] pauses = new int[21];
		this.watch.start(this.source);
		for (int i = 0; i < 1020; i++) {
			long before = this.source.begun();
			lose();
			int steps = 0;
			while (this.source.begun() == before) {
				this.time.advance(step);
				steps++;
			}
			// The first pauses are shorter
			if (i >= 20) {
				pauses[steps]++;
			}
		}
		assertThat(Arrays.copyOf(pauses, 10)).as("shorter than half of the longest").containsOnly(0);
		// About a hundred are expected in each
		assertThat(Arrays.stream(pauses).skip(11)).hasSize(10).allMatch((count) -> count > 20 && count < 250);
	}

	@Test
	void beginsAtOnceOnRequest() {
		this.watch.start(this.source);
		lose();
		this.watch.execute(this.watch::begin);
		this.watch.execute(this.watch::begin);
		assertThat(this.source.begun()).isEqualTo(2);
		this.time.advance(LONGEST_PAUSE);
		assertThat(this.source.begun()).as("the timer finds it begun").isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("failures")
	void beginsAgainAfterAnyException(Throwable failure) {
		this.failure = failure;
		this.watch.start(this.source);
		assertThat(this.source.calls).containsExactly("begin", "leave");
		this.time.advance(Duration.ofMillis(50));
		assertThat(this.source.begun()).isEqualTo(2);
		this.watch.execute(() -> {
			this.failure = failure;
			fail();
		});
		this.time.advance(Duration.ofMillis(100));
		assertThat(this.source.begun()).isEqualTo(3);
	}

	@ParameterizedTest
	@MethodSource("failures")
	void beginsAgainIfLeavingThrows(Throwable failure) {
		this.watch.start(this.source);
		this.watch.execute(() -> {
			this.failure = failure;
			this.watch.lost(null);
		});
		this.time.advance(Duration.ofMillis(50));
		assertThat(this.source.begun()).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("failures")
	void beginsAgainIfTheCauseCannotBeDescribed(Throwable failure) {
		this.watch.start(this.source);
		confirm();
		this.source.indescribable = failure;
		lose();
		assertThat(this.received).endsWith("live false");
		assertThat(this.source.calls).containsExactly("begin", "leave");
		this.time.advance(Duration.ofMillis(50));
		assertThat(this.source.begun()).isEqualTo(2);
	}

	@ParameterizedTest
	@MethodSource("failures")
	void throwingListenerEndsNoWatch(Throwable failure) {
		this.watch.start(this.source);
		this.failure = failure;
		confirm();
		this.failure = failure;
		this.watch.notified("first");
		this.failure = failure;
		this.watch.disconnected();
		this.watch.notified("second");
		assertThat(this.received).containsExactly("live true", "notification first", "disconnected",
				"notification second");
		assertThat(this.source.calls).containsExactly("begin");
	}

	/** For example, because there was no memory to set it, or when it ran. */
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void beginsAgainIfTheTimerWasLost(boolean refused) {
		this.watch.start(this.source);
		this.time.noTimers(refused);
		this.time.loseTimers(!refused);
		lose();
		this.time.noTimers(false);
		this.time.loseTimers(false);
		this.time.advance(ReconnectingWatch.LOOK_INTERVAL.multipliedBy(2));
		assertThat(this.source.begun()).isEqualTo(2);
	}

	@Test
	void checksWhetherTheSourceIsStillAlive() {
		this.watch.start(this.source);
		confirm();
		this.time.advance(ReconnectingWatch.LOOK_INTERVAL.multipliedBy(2));
		assertThat(this.source.calls).containsExactly("begin", "check", "check");
	}

	@Test
	void closedWatchEndsItsAttemptAndBeginsNoOther() {
		this.watch.start(this.source);
		confirm();
		this.watch.close();
		assertThat(this.source.calls).containsExactly("begin", "close", "leave");
		this.time.advance(Duration.ofMinutes(1));
		this.watch.execute(this.watch::begin);
		this.watch.notified("billing");
		this.watch.disconnected();
		assertThat(this.source.begun()).isOne();
		assertThat(this.received).as("no listener is notified").containsExactly("live true");
	}

	@Test
	void stepThatFailsBetweenTwoAttemptsBeginsNoOther() {
		this.watch.start(this.source);
		lose();
		this.watch.execute(() -> {
			throw new IllegalStateException("from the test");
		});
		assertThat(this.source.calls).containsExactly("begin", "leave");
		this.time.advance(Duration.ofMillis(50));
		assertThat(this.source.begun()).isEqualTo(2);
	}

	@Test
	void sameFailureInARowAndAUsualEndBeginAgain() {
		this.watch.start(this.source);
		for (int i = 0; i < 3; i++) {
			lose();
			this.watch.execute(this.watch::begin);
		}
		this.source.usual = true;
		lose();
		this.watch.execute(this.watch::begin);
		assertThat(this.source.begun()).isEqualTo(5);
		assertThat(this.watch.attempt()).isEqualTo(5);
	}

	@Test
	void confirmationWithoutAnAttemptIsIgnored() {
		this.watch.start(this.source);
		lose();
		confirm();
		assertThat(this.received).isEmpty();
		this.watch.close();
		this.watch.execute(this.watch::confirmed);
		assertThat(this.received).isEmpty();
		assertThat(this.watch.isClosed()).isTrue();
	}

	@Test
	void watchThatWasNotStartedIsClosed() {
		assertThat(this.watch.isClosed()).isFalse();
		this.watch.close();
		assertThat(this.source.calls).isEmpty();
		assertThat(this.watch.isClosed()).isTrue();
	}

	private final class ListedSource implements ReconnectingWatch.Source {

		private final List<String> calls = new ArrayList<>();

		private boolean usual;

		private @Nullable Throwable indescribable;

		private long begun() {
			return this.calls.stream().filter("begin"::equals).count();
		}

		@Override
		public void begin() {
			this.calls.add("begin");
			fail();
		}

		@Override
		public void leave() {
			this.calls.add("leave");
			fail();
		}

		@Override
		public void check() {
			this.calls.add("check");
		}

		@Override
		public void close() {
			this.calls.add("close");
		}

		@Override
		public @Nullable String describe(Throwable failure) {
			if (this.indescribable != null) {
				ReconnectingWatchTests.<RuntimeException>sneakyThrow(this.indescribable);
			}
			return this.usual ? null : failure.toString();
		}

	}

}
