/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.time.Duration;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.StringUtils;

/**
 * Resolves the text elements of annotations.
 */
public final class AnnotationText {

	private final ConfigurableBeanFactory beanFactory;

	private final Supplier<String> defaultElection;

	/**
	 * Creates the resolver.
	 * @param beanFactory resolves placeholders
	 * @param defaultElection supplies the name of the default election
	 */
	public AnnotationText(ConfigurableBeanFactory beanFactory, Supplier<String> defaultElection) {
		this.beanFactory = beanFactory;
		this.defaultElection = defaultElection;
	}

	/**
	 * Returns the name of an election.
	 * @param text the value in the annotation
	 * @param where the annotation and its place in messages
	 * @return the name, or the name of the default election
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	public String election(String text, String where) {
		return text.isEmpty() ? this.defaultElection.get() : resolve("election", text, where);
	}

	/**
	 * Returns the value of an element.
	 * @param element the name of the element
	 * @param text the value in the annotation
	 * @param where the annotation and its place in messages
	 * @return the value
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	public String resolve(String element, String text, String where) {
		String resolved;
		try {
			resolved = this.beanFactory.resolveEmbeddedValue(text);
		}
		catch (IllegalArgumentException ex) {
			resolved = text;
		}
		if (resolved == null || resolved.contains("${")) {
			throw new InvalidLeaderAnnotationException(
					where + " has " + element + " \"" + text
							+ "\", which contains a placeholder that cannot be resolved",
					"Define the property, or give the placeholder a default as in ${name:default}");
		}
		return resolved;
	}

	/**
	 * Returns the value of an element that is a positive duration.
	 * @param element the name of the element
	 * @param text the value in the annotation
	 * @param where the annotation and its place in messages
	 * @return the duration, or {@code null} if none is set
	 * @throws InvalidLeaderAnnotationException if it is not a positive duration
	 */
	public @Nullable Duration positiveDuration(String element, String text, String where) {
		return duration(element, text, where, "above 0s", Duration.ofNanos(1));
	}

	/**
	 * Returns the value of an element that is a duration.
	 * @param element the name of the element
	 * @param text the value in the annotation
	 * @param where the annotation and its place in messages
	 * @return the duration, or {@code null} if none is set
	 * @throws InvalidLeaderAnnotationException if it is not a duration, or negative
	 */
	public @Nullable Duration duration(String element, String text, String where) {
		return duration(element, text, where, "from 0s on", Duration.ZERO);
	}

	private @Nullable Duration duration(String element, String text, String where, String range, Duration least) {
		String resolved = resolve(element, text, where);
		if (!StringUtils.hasText(resolved)) {
			return null;
		}
		Duration duration = parse(resolved);
		if (duration == null || duration.compareTo(least) < 0) {
			throw new InvalidLeaderAnnotationException(
					where + " has " + element + " \"" + resolved + "\", which is not a duration " + range,
					"Use a duration such as \"30s\" or \"PT30S\", or leave " + element + " out");
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

}
