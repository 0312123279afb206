/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * Formats points and spans of time for a page, in UTC.
 */
final class Moments {

	private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss")
		.withZone(ZoneOffset.UTC);

	private Moments() {
	}

	static String plain(Instant moment) {
		return FORMAT.format(moment);
	}

	/** Returns an HTML element. */
	static String time(Instant moment) {
		return "<time datetime=\"" + moment.truncatedTo(ChronoUnit.MILLIS) + "\">" + plain(moment) + "</time>";
	}

	/** Returns the two largest units, tenths of a second, or milliseconds. */
	static String text(Duration span) {
		if (span.compareTo(Duration.ofSeconds(1)) < 0) {
			return Math.max(0, span.toMillis()) + " ms";
		}
		if (span.toDays() > 0) {
			return text(span.toDays() + " d", span.toHoursPart(), " h");
		}
		if (span.toHours() > 0) {
			return text(span.toHours() + " h", span.toMinutesPart(), " min");
		}
		if (span.toMinutes() > 0) {
			return text(span.toMinutes() + " min", span.toSecondsPart(), " s");
		}
		long tenths = span.toMillis() / 100;
		return tenths / 10 + "." + tenths % 10 + " s";
	}

	private static String text(String large, int small, String unit) {
		return (small > 0) ? large + " " + small + unit : large;
	}

}
