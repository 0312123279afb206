/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

/**
 * Resolves the text elements of an {@link OnLeader @OnLeader}.
 */
final class OnLeaderAttributes {

	private final AnnotationText text;

	OnLeaderAttributes(AnnotationText text) {
		this.text = text;
	}

	/**
	 * The election's name.
	 * @param annotation the annotation
	 * @param where names the method in messages
	 * @return the name, or the default election's
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	String election(OnLeader annotation, String where) {
		return this.text.election(annotation.election(), "@OnLeader on " + where);
	}

	/**
	 * How long to wait for a leader.
	 * @param annotation the annotation
	 * @param where names the method in messages
	 * @return the duration, zero if not set
	 * @throws InvalidLeaderAnnotationException if it is no duration or negative
	 */
	Duration waitForLeader(OnLeader annotation, String where) {
		String text = resolve("waitForLeader", annotation.waitForLeader(), where);
		if (!StringUtils.hasText(text)) {
			return Duration.ZERO;
		}
		Duration duration = parse(text);
		if (duration == null || duration.isNegative()) {
			throw new InvalidLeaderAnnotationException(
					"@OnLeader on " + where + " has waitForLeader \"" + text + "\", which is not a duration from 0s on",
					"Use a duration such as \"30s\" or \"PT30S\", or leave waitForLeader out");
		}
		return duration;
	}

	/**
	 * How long a call may take.
	 * @param annotation the annotation
	 * @param where names the method in messages
	 * @return the duration, or {@code null} for any time
	 * @throws InvalidLeaderAnnotationException if it is no duration, or not above zero
	 */
	@Nullable Duration maxDuration(OnLeader annotation, String where) {
		String text = resolve("maxDuration", annotation.maxDuration(), where);
		if (!StringUtils.hasText(text)) {
			return null;
		}
		Duration duration = parse(text);
		if (duration == null || duration.isNegative() || duration.isZero()) {
			throw new InvalidLeaderAnnotationException(
					"@OnLeader on " + where + " has maxDuration \"" + text + "\", which is not a duration above 0s",
					"Use a duration such as \"30s\" or \"PT30S\", or leave maxDuration out");
		}
		return duration;
	}

	private static @Nullable Duration parse(String text) {
		try {
			return DurationStyle.detectAndParse(text.trim());
		}
		catch (IllegalArgumentException | ArithmeticException ex) {
			return null;
		}
	}

	private String resolve(String element, String text, String where) {
		return this.text.resolve(element, text, "@OnLeader on " + where);
	}

}
