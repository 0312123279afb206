/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

import io.leaderelection.engine.Tenure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.scheduling.support.CronExpression;

import static org.assertj.core.api.Assertions.assertThat;

class RelinquishScheduleTests {

	private static Tenure.End end(String cron, String zone, String granted) {
		return new RelinquishSchedule(null, CronExpression.parse(cron), ZoneId.of(zone)).endOf(Instant.parse(granted));
	}

	@ParameterizedTest
	@CsvSource({ "0 0 3 * * *, UTC, 2026-01-01T00:00:00Z, 2026-01-01T03:00:00Z",
			"0 0 3 * * *, UTC, 2026-01-01T03:00:00Z, 2026-01-02T03:00:00Z",
			"0 0 3 * * *, Europe/Berlin, 2026-01-01T00:00:00Z, 2026-01-01T02:00:00Z",
			"0 30 2 * * *, Europe/Berlin, 2026-03-28T12:00:00Z, 2026-03-30T00:30:00Z",
			"*/2 * * * * *, UTC, 2026-01-01T00:00:00.040Z, 2026-01-01T00:00:02Z" })
	void termEndsAtTheSecond(String cron, String zone, String granted, String end) {
		assertThat(end(cron, zone, granted)).isEqualTo(Tenure.End.at(Instant.parse(end)));
	}

	@Test
	void clocksThatDifferALittleDoNotHandoverTwice() {
		assertThat(end("0 * * * * *", "UTC", "2026-01-01T00:00:59.700Z"))
			.isEqualTo(Tenure.End.at(Instant.parse("2026-01-01T00:02:00Z")));
		assertThat(end("0 * * * * *", "UTC", "2026-01-01T00:00:59.400Z"))
			.isEqualTo(Tenure.End.at(Instant.parse("2026-01-01T00:01:00Z")));
	}

	@Test
	void maxTermIsNeverExceededAndShortenedByALittle() {
		Duration maxTerm = Duration.ofMinutes(10);
		RelinquishSchedule schedule = new RelinquishSchedule(maxTerm, null, ZoneId.of("UTC"));
		for (int i = 0; i < 1000; i++) {
			Tenure.End end = schedule.endOf(Instant.EPOCH);
			assertThat(end.at()).isNull();
			assertThat(end.after()).isBetween(maxTerm.minusSeconds(30), maxTerm);
		}
		assertThat(schedule.endOf(Instant.EPOCH)).as("a draw for each term")
			.isNotEqualTo(schedule.endOf(Instant.EPOCH));
	}

	@Test
	void bothEndATerm() {
		Tenure.End end = new RelinquishSchedule(Duration.ofHours(1), CronExpression.parse("0 0 3 * * *"),
				ZoneId.of("UTC"))
			.endOf(Instant.parse("2026-01-01T00:00:00Z"));
		assertThat(end.after()).isBetween(Duration.ofMinutes(57), Duration.ofHours(1));
		assertThat(end.at()).isEqualTo(Instant.parse("2026-01-01T03:00:00Z"));
	}

}
