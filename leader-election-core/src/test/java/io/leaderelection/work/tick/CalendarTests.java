/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CalendarTests {

	private static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

	static Moments every(Duration period) {
		long millis = period.toMillis();
		return (after) -> Instant.ofEpochMilli(Math.floorDiv(after.toEpochMilli(), millis) * millis + millis);
	}

	private static Calendar of(Duration period) {
		return new Calendar(every(period));
	}

	@Test
	void latestIsTheMomentItselfOrTheOneBefore() {
		Calendar hourly = of(Duration.ofHours(1));
		assertThat(hourly.latest(NOON)).isEqualTo(NOON);
		assertThat(hourly.latest(NOON.minusMillis(1))).isEqualTo(NOON.minusSeconds(3600));
		assertThat(hourly.latest(NOON.plusMillis(1))).isEqualTo(NOON);
		assertThat(of(Duration.ofSeconds(1)).latest(NOON.plusMillis(999))).isEqualTo(NOON);
	}

	@Test
	void irregularMomentsAreFound() {
		Instant[] some = { NOON.minusSeconds(7200), NOON.minusSeconds(7199), NOON.minusSeconds(30),
				NOON.minusSeconds(29), NOON.minusSeconds(28), NOON.plusSeconds(1) };
		Calendar calendar = new Calendar((after) -> first(some, after));
		assertThat(calendar.latest(NOON)).isEqualTo(NOON.minusSeconds(28));
		assertThat(calendar.latest(NOON.minusSeconds(29))).isEqualTo(NOON.minusSeconds(29));
		assertThat(calendar.latest(NOON.minusSeconds(31))).isEqualTo(NOON.minusSeconds(7199));
		assertThat(calendar.latest(NOON.minusSeconds(7201))).isNull();
		assertThat(calendar.latest(NOON.plusSeconds(100))).isEqualTo(NOON.plusSeconds(1));
		assertThat(new Calendar((after) -> null).latest(NOON)).as("of moments that never come").isNull();
	}

	private static @Nullable Instant first(Instant[] some, Instant after) {
		for (Instant moment : some) {
			if (moment.isAfter(after)) {
				return moment;
			}
		}
		return null;
	}

	@Test
	void anyScheduleNeedsFewCallsForItsLatestMoment() {
		AtomicInteger requested = new AtomicInteger();
		Moments everySecond = every(Duration.ofSeconds(1));
		new Calendar((after) -> {
			requested.incrementAndGet();
			return everySecond.next(after);
		}).latest(NOON);
		assertThat(requested.get()).isLessThan(10);
		requested.set(0);
		Instant once = NOON.minus(Duration.ofDays(365));
		assertThat(new Calendar((after) -> {
			requested.incrementAndGet();
			return after.isBefore(once) ? once : null;
		}).latest(NOON)).isEqualTo(once);
		assertThat(requested.get()).isLessThan(60);
	}

	@Test
	void momentsBetweenAreCountedUpToAThousand() {
		Calendar minutes = of(Duration.ofMinutes(1));
		assertThat(minutes.count(NOON, NOON)).isZero();
		assertThat(minutes.count(NOON, NOON.plusSeconds(60))).isZero();
		assertThat(minutes.count(NOON, NOON.plusSeconds(180))).isEqualTo(2);
		assertThat(minutes.count(Instant.EPOCH, NOON)).isEqualTo(1000);
	}

	/**
	 * Due at half past two, local time: twice on a day in October, never on a day in
	 * March.
	 */
	@Test
	void clocksGoingBackGiveTwoMomentsAndGoingForwardNone() {
		ZoneId berlin = ZoneId.of("Europe/Berlin");
		Calendar nightly = new Calendar((after) -> {
			ZonedDateTime time = after.atZone(berlin).plusMinutes(1).withSecond(0).withNano(0);
			while (!time.toLocalTime().equals(LocalTime.of(2, 30))) {
				time = time.plusMinutes(1);
			}
			return time.toInstant();
		});
		assertThat(nightly.latest(Instant.parse("2026-10-25T05:00:00Z")))
			.isEqualTo(Instant.parse("2026-10-25T01:30:00Z"));
		assertThat(nightly.latest(Instant.parse("2026-10-25T01:29:00Z")))
			.isEqualTo(Instant.parse("2026-10-25T00:30:00Z"));
		assertThat(nightly.count(Instant.parse("2026-10-24T12:00:00Z"), Instant.parse("2026-10-25T12:00:00Z")))
			.isEqualTo(2);
		assertThat(nightly.latest(Instant.parse("2026-03-29T12:00:00Z")))
			.isEqualTo(Instant.parse("2026-03-28T01:30:00Z"));
	}

}
