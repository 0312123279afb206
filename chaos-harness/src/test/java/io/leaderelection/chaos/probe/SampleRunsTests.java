/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.HistoryEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SampleRuns}.
 */
class SampleRunsTests {

	private static final long MILLI = 1_000_000;

	private final List<HistoryEvent> events = new ArrayList<>();

	private final SampleRuns runs = new SampleRuns("invoices", this.events::add);

	@Test
	void equalAnswersAreOneRunBracketedByItsStamps() {
		this.runs.add(10, 12, true, 7L);
		this.runs.add(20, 22, true, 7L);
		this.runs.add(30, 32, true, 7L);
		this.runs.close();
		assertThat(this.events).containsExactly(
				new HistoryEvent(10, 32, EventKind.LEADING, "invoices", 7L, "firstAfter=12 lastBefore=30 count=3"));
	}

	@Test
	void anotherAnswerEndsARun() {
		this.runs.add(10, 12, true, 7L);
		this.runs.add(20, 22, false, null);
		this.runs.close();
		assertThat(this.events).extracting(HistoryEvent::kind).containsExactly(EventKind.LEADING, EventKind.IDLE);
	}

	@Test
	void anotherTokenEndsARun() {
		this.runs.add(10, 12, true, 7L);
		this.runs.add(20, 22, true, 8L);
		this.runs.close();
		assertThat(this.events).extracting(HistoryEvent::token).containsExactly(7L, 8L);
	}

	@Test
	void answersFarApartAreNotOneRun() {
		this.runs.add(10, 12, true, 7L);
		this.runs.add(6 * MILLI, 6 * MILLI + 2, true, 7L);
		this.runs.close();
		assertThat(this.events).extracting((event) -> event.number("count")).containsExactly(1L, 1L);
	}

	@Test
	void runOfALeaderIsWrittenDownEveryFiftyMilliseconds() {
		for (long i = 0; i < 100; i++) {
			this.runs.add(i * MILLI, i * MILLI + 1, true, 7L);
		}
		assertThat(this.events).hasSize(1);
		assertThat(this.events.get(0).number("count")).isEqualTo(51);
	}

	@Test
	void runOfAFollowerIsWrittenDownEveryHalfSecond() {
		for (long i = 0; i < 1000; i++) {
			this.runs.add(i * MILLI, i * MILLI + 1, false, null);
		}
		assertThat(this.events).hasSize(1);
		assertThat(this.events.get(0).number("count")).isEqualTo(501);
	}

	@Test
	void stallIsWrittenDownAlsoRightAfterARunWasClosed() {
		for (long i = 0; i <= 500; i++) {
			this.runs.add(i * MILLI, i * MILLI + 1, false, null);
		}
		this.runs.add(800 * MILLI, 800 * MILLI + 1, false, null);
		assertThat(this.events.get(1))
			.isEqualTo(new HistoryEvent(500 * MILLI + 1, 800 * MILLI, EventKind.STALL, "-", null, "gapMillis=299"));
	}

	@Test
	void whatIsWrittenIsUnderstoodByTheReader() {
		this.runs.add(10, 12, true, 7L);
		this.runs.close();
		assertThat(HistoryEvent.parse(this.events.get(0).toLine())).isEqualTo(this.events.get(0));
	}

}
