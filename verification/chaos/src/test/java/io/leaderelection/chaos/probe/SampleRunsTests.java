/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.probe;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SampleRuns}.
 */
class SampleRunsTests {

	private static final long MILLI = 1_000_000;

	private final List<HistoryEvent> events = new ArrayList<>();

	private final SampleRuns runs = new SampleRuns("invoices", /* all= */true, this.events::add);

	@Test
	void equalAnswersFormOneRun() {
		this.runs.leads(10, 12, 7L, 7L);
		this.runs.leads(20, 22, 7L, 7L);
		this.runs.leads(30, 32, 7L, 7L);
		this.runs.close();
		assertThat(this.events).containsExactly(
				new HistoryEvent(10, 32, EventKind.LEADING, "invoices", 7L, "firstAfter=12 lastBefore=30 count=3"));
	}

	@Test
	void anotherAnswerEndsARun() {
		this.runs.leads(10, 12, 7L, 7L);
		this.runs.follows(20, 22);
		this.runs.close();
		assertThat(this.events).extracting(HistoryEvent::kind).containsExactly(EventKind.LEADING, EventKind.IDLE);
	}

	@Test
	void anotherTokenEndsARun() {
		this.runs.leads(10, 12, 7L, 7L);
		this.runs.leads(20, 22, 8L, 8L);
		this.runs.close();
		assertThat(this.events).extracting(HistoryEvent::token).containsExactly(7L, 8L);
	}

	@Test
	void anAnswerBetweenTwoTermsCountsForNeither() {
		this.runs.leads(10, 12, 7L, 7L);
		this.runs.leads(20, 22, 7L, null);
		this.runs.leads(30, 32, null, 8L);
		this.runs.leads(40, 42, 7L, 8L);
		this.runs.leads(50, 52, 8L, 8L);
		this.runs.close();
		assertThat(this.events).containsExactly(
				new HistoryEvent(10, 12, EventKind.LEADING, "invoices", 7L, "firstAfter=12 lastBefore=10 count=1"),
				new HistoryEvent(50, 52, EventKind.LEADING, "invoices", 8L, "firstAfter=52 lastBefore=50 count=1"));
	}

	@Test
	void answerWithoutATermIsWrittenWithoutAToken() {
		this.runs.leads(10, 12, null, null);
		this.runs.leads(20, 22, null, null);
		this.runs.close();
		assertThat(this.events).containsExactly(
				new HistoryEvent(10, 22, EventKind.LEADING, "invoices", null, "firstAfter=12 lastBefore=20 count=2"));
	}

	@Test
	void answersFarApartFormTwoRuns() {
		this.runs.leads(10, 12, 7L, 7L);
		this.runs.leads(6 * MILLI, 6 * MILLI + 2, 7L, 7L);
		this.runs.close();
		assertThat(this.events).extracting((event) -> event.number("count")).containsExactly(1L, 1L);
	}

	@Test
	void runOfALeaderIsWrittenEveryFiftyMilliseconds() {
		for (long i = 0; i < 100; i++) {
			this.runs.leads(i * MILLI, i * MILLI + 1, 7L, 7L);
		}
		assertThat(this.events).hasSize(1);
		assertThat(this.events.get(0).number("count")).isEqualTo(51);
	}

	@Test
	void runOfAFollowerIsWrittenEveryHalfSecond() {
		for (long i = 0; i < 1000; i++) {
			this.runs.follows(i * MILLI, i * MILLI + 1);
		}
		assertThat(this.events).hasSize(1);
		assertThat(this.events.get(0).number("count")).isEqualTo(501);
	}

	@Test
	void stallAfterAClosedRunIsWritten() {
		for (long i = 0; i <= 500; i++) {
			this.runs.follows(i * MILLI, i * MILLI + 1);
		}
		this.runs.follows(800 * MILLI, 800 * MILLI + 1);
		assertThat(this.events.get(1))
			.isEqualTo(new HistoryEvent(500 * MILLI + 1, 800 * MILLI, EventKind.STALL, "-", null, "gapMillis=299"));
	}

	@Test
	void onlyTermsAreRecordedOfAnElectionThatIsSampledLessOften() {
		SampleRuns seldom = new SampleRuns("spread-1", /* all= */false, this.events::add);
		seldom.follows(10, 12);
		for (long i = 1; i <= 501; i += 100) {
			seldom.leads(i * MILLI, i * MILLI + 1, 7L, 7L);
		}
		seldom.leads(601 * MILLI, 601 * MILLI + 1, 7L, 7L);
		seldom.follows(602 * MILLI, 602 * MILLI + 1);
		seldom.leads(603 * MILLI, 603 * MILLI + 1, null, null);
		seldom.close();
		assertThat(this.events).extracting(HistoryEvent::kind).containsExactly(EventKind.LED, EventKind.LED);
		assertThat(this.events).extracting((event) -> event.number("count")).containsExactly(6L, 1L);
		assertThat(HistoryEvent.parse(this.events.get(0).toLine())).isEqualTo(this.events.get(0));
	}

	@Test
	void writtenSamplesCanBeParsed() {
		this.runs.leads(10, 12, 7L, 7L);
		this.runs.close();
		assertThat(HistoryEvent.parse(this.events.get(0).toLine())).isEqualTo(this.events.get(0));
	}

}
