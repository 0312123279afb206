/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Makes each call of the engine to its environment throw once: scheduler, pools,
 * executors, store, listeners, actions, metadata, meters, tenure and log. Each call has
 * its own run, in which at most one election of the candidate may be disturbed: it
 * contends again after a lease, and another candidate leads meanwhile. All other
 * guarantees must be kept.
 */
@Tag("every-call")
class EveryCallThrowsTests {

	/** A limit, so that it stays a unit test. */
	private static final int MOST_CALLS = 600;

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.leaderelection");

	private final LogSeam log = new LogSeam();

	@BeforeEach
	void logIsASeam() {
		this.logger.setLevel(Level.INFO);
		this.logger.setAdditive(false);
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void logIsNone() {
		this.logger.detachAppender(this.log);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

	private ScriptedLife live(int throwAt, Duration duration) {
		return live(new ScriptedLife(throwAt, duration), ScriptedLife::live);
	}

	private ScriptedLife liveToHandover(int throwAt, Duration duration) {
		return live(ScriptedLife.withPriority(throwAt, duration), ScriptedLife::liveToHandover);
	}

	private ScriptedLife live(ScriptedLife life, UnaryOperator<ScriptedLife> script) {
		this.log.seams = life.seams;
		try {
			return script.apply(life);
		}
		finally {
			this.log.seams = null;
			// Interrupts of guarded work, which runs on this thread here
			Thread.interrupted();
		}
	}

	@Test
	@Timeout(60)
	void rule18ThrowingCallCostsAtMostATerm() {
		ScriptedLife whole = live(0, Duration.ZERO);
		int calls = whole.seams.calls();
		assertThat(whole.findingsBeside(whole)).as("a life in which nothing throws").isEmpty();
		assertThat(calls).as("calls through a seam").isBetween(200, MOST_CALLS);
		List<String> findings = new ArrayList<>();
		Map<String, Integer> seams = new TreeMap<>();
		for (int i = 1; i <= calls; i++) {
			ScriptedLife life = live(i, Duration.ZERO);
			String seam = life.seams.thrownIn();
			assertThat(seam).as("call %s throws", i).isNotNull();
			seams.merge(seam, 1, Integer::sum);
			for (String finding : life.findingsBeside(whole)) {
				findings.add("call " + i + ", " + seam + ": " + finding);
			}
		}
		System.out.println("every call throws: " + calls + " calls, each once: " + seams);
		assertThat(findings).isEmpty();
		assertThat(seams.keySet()).contains("execute", "schedule", "pool", "task executor", "acquire", "renew",
				"release", "observe", "watch", "metadata", "meter", "tenure", "log", "work", "onLost action",
				"listener granted", "listener revoked", "listener transitioned", "listener leaderChanged");
	}

	/**
	 * As with a full heap: no call works for some time, from any call on. A leader may be
	 * lost, but everything must work again afterwards.
	 */
	@Test
	@Timeout(60)
	void rule18TwoSecondsOfThrowingLeaveNothingBehind() {
		int calls = live(0, Duration.ZERO).seams.calls();
		List<String> findings = new ArrayList<>();
		for (int i = 1; i <= calls; i++) {
			ScriptedLife life = live(i, Duration.ofSeconds(2));
			for (String finding : life.findings) {
				findings.add("from call " + i + ", " + life.seams.thrownIn() + ": " + finding);
			}
		}
		assertThat(findings).isEmpty();
	}

	@Test
	@Timeout(60)
	void rule18ThrowingCallDoesNotPreventAPreferredLeader() {
		assertPreferredLeaderAfterThrowing(Duration.ZERO);
	}

	@Test
	@Tag("slow")
	@Timeout(60)
	void rule18TwoSecondsOfThrowingDoNotPreventAPreferredLeader() {
		assertPreferredLeaderAfterThrowing(Duration.ofSeconds(2));
	}

	private void assertPreferredLeaderAfterThrowing(Duration duration) {
		ScriptedLife whole = liveToHandover(0, Duration.ZERO);
		int calls = whole.seams.calls();
		assertThat(whole.findingsBeside(whole)).as("a life in which nothing throws").isEmpty();
		assertThat(calls).as("calls through a seam").isBetween(100, MOST_CALLS);
		List<String> findings = new ArrayList<>();
		for (int i = 1; i <= calls; i++) {
			ScriptedLife life = liveToHandover(i, duration);
			for (String finding : life.findings) {
				findings.add("call " + i + " for " + duration + ", " + life.seams.thrownIn() + ": " + finding);
			}
		}
		System.out.println("every call of a handover to a bidder throws: " + calls + " calls, for " + duration);
		assertThat(findings).isEmpty();
	}

	/** A log that may throw. */
	private static final class LogSeam extends UnsynchronizedAppenderBase<ILoggingEvent> {

		private Seams seams;

		@Override
		public void doAppend(ILoggingEvent event) {
			if (this.seams != null) {
				this.seams.pass("log");
			}
		}

		@Override
		protected void append(ILoggingEvent event) {
			throw new UnsupportedOperationException("doAppend does it");
		}

	}

}
