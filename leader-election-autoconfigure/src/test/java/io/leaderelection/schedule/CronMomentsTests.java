/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

class CronMomentsTests {

	static CronMoments.Cron cron(String text, String zone) {
		return new CronMoments.Cron(CronExpression.parse(text), ZoneId.of(zone), false);
	}

	private static List<Instant> between(CronMoments moments, String from, String to) {
		List<Instant> found = new ArrayList<>();
		Instant next = moments.next(Instant.parse(from));
		while (next != null && !next.isAfter(Instant.parse(to))) {
			found.add(next);
			next = moments.next(next);
		}
		return found;
	}

	@Test
	void momentOfTwoExpressionsIsOne() {
		CronMoments moments = new CronMoments(List.of(cron("0 0 * * * *", "UTC"), cron("0 0/30 * * * *", "UTC")));
		assertThat(between(moments, "2026-11-24T12:00:00Z", "2026-11-24T13:00:00Z"))
			.containsExactly(Instant.parse("2026-11-24T12:30:00Z"), Instant.parse("2026-11-24T13:00:00Z"));
	}

	@ParameterizedTest
	@CsvSource({ "*/5 * * * * *, false", "0 * * * * *, false", "0 */5 * * * ?, false", "30 7/15 * * * *, false",
			"0 0 * * * *, true", "0 */10 * * * *, true", "*/5 * 9-17 * * *, true", "0 * * 1 * *, true",
			"0 * * * * MON, true", "@hourly, true", "@daily, true" })
	void zoneOfTheMachineCountsOnlyIfTicksDependOnIt(String cron, boolean depends) {
		CronMoments berlin = ofMachine(cron, "Europe/Berlin");
		CronMoments nepal = ofMachine(cron, "Asia/Kathmandu");
		assertThat(berlin.dependOnMachine()).isEqualTo(depends);
		assertThat(berlin.hash().equals(nepal.hash())).isEqualTo(!depends);
		String from = "2026-11-29T12:00:00Z";
		String to = "2026-12-02T12:00:00Z";
		assertThat(between(berlin, from, to).equals(between(nepal, from, to))).isEqualTo(!depends);
	}

	private static CronMoments ofMachine(String cron, String zone) {
		return new CronMoments(List.of(new CronMoments.Cron(CronExpression.parse(cron), ZoneId.of(zone), true)));
	}

	@Test
	void noMomentFollowsWithoutAnExpression() {
		assertThat(new CronMoments(List.of()).next(Instant.EPOCH)).isNull();
	}

	@Test
	void clocksGoingBackGiveTwoMomentsAndGoingForwardNone() {
		CronMoments moments = new CronMoments(List.of(cron("0 30 2 * * *", "Europe/Berlin")));
		assertThat(between(moments, "2026-10-24T12:00:00Z", "2026-10-25T12:00:00Z"))
			.containsExactly(Instant.parse("2026-10-25T00:30:00Z"), Instant.parse("2026-10-25T01:30:00Z"));
		assertThat(between(moments, "2026-03-28T12:00:00Z", "2026-03-29T12:00:00Z")).isEmpty();
	}

	/**
	 * The binary search must not skip a moment: each result is the first one after its
	 * start.
	 */
	@Test
	void nextIsMonotoneAroundTheChangeOfClocks() {
		for (String text : List.of("0 30 2 * * *", "0 0/20 * * * *", "0 15 2,3 * * *", "0 0 3 * * *")) {
			CronMoments moments = new CronMoments(List.of(cron(text, "Europe/Berlin")));
			for (String day : List.of("2026-10-25T00:00:00Z", "2026-03-29T00:00:00Z")) {
				Instant start = Instant.parse(day).minus(Duration.ofHours(3));
				Instant former = moments.next(start);
				for (int minute = 1; minute < 600; minute++) {
					Instant after = start.plus(Duration.ofMinutes(minute));
					Instant next = moments.next(after);
					assertThat(next).isAfter(after).isAfterOrEqualTo(former);
					if (former.isAfter(after)) {
						assertThat(next).as(text + " after " + after).isEqualTo(former);
					}
					former = next;
				}
			}
		}
	}

	@Test
	void hashIsThatOfExpressionsAndZones() {
		CronMoments hourly = new CronMoments(List.of(cron("@hourly", "UTC")));
		assertThat(hourly.hash()).isEqualTo(new CronMoments(List.of(cron("0 0 * * * *", "UTC"))).hash())
			.isEqualTo(new CronMoments(List.of(cron("0 0 * * * *", "UTC"), cron("@hourly", "UTC"))).hash())
			.isNotEqualTo(new CronMoments(List.of(cron("0 0 * * * *", "Europe/Paris"))).hash());
	}

}
