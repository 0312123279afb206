/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Reads {@code @every 1h30m}, with which schedulers written in Go say an interval where a
 * cron expression is expected.
 */
final class GoInterval {

	private static final String EVERY = "@every";

	private static final Pattern PART = Pattern.compile("(\\d+(?:\\.\\d+)?|\\.\\d+)(ns|us|\u00b5s|\u03bcs|ms|s|m|h)");

	private GoInterval() {
	}

	static boolean isInterval(String text) {
		return text.trim().toLowerCase(Locale.ROOT).startsWith(EVERY);
	}

	/**
	 * The same interval as a Spring Boot duration.
	 * @param text what {@link #isInterval(String)} said yes to
	 * @return a text such as {@code 90s}, or {@code null} if it is none above zero
	 */
	static @Nullable String asDuration(String text) {
		String interval = text.trim().substring(EVERY.length()).trim();
		Matcher part = PART.matcher(interval);
		BigDecimal nanos = BigDecimal.ZERO;
		int end = 0;
		while (part.find() && part.start() == end) {
			nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(nanos(part.group(2)))));
			end = part.end();
		}
		if (end == 0 || end != interval.length() || nanos.signum() == 0
				|| nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
			return null;
		}
		return text(Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValue()));
	}

	private static long nanos(String unit) {
		return switch (unit) {
			case "ns" -> 1;
			case "ms" -> 1_000_000;
			case "s" -> 1_000_000_000L;
			case "m" -> 60_000_000_000L;
			case "h" -> 3_600_000_000_000L;
			default -> 1_000;
		};
	}

	private static String text(Duration duration) {
		if (duration.toNanosPart() == 0) {
			return duration.toSeconds() + "s";
		}
		return (duration.toNanosPart() % 1_000_000 == 0) ? duration.toMillis() + "ms" : duration.toNanos() + "ns";
	}

}
