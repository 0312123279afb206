/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.util.function.Supplier;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Resolves what annotations name.
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
	 * The name of an election.
	 * @param text what the annotation says
	 * @param where names the annotation and its place in messages
	 * @return the name, or the default election's
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	public String election(String text, String where) {
		return text.isEmpty() ? this.defaultElection.get() : resolve("election", text, where);
	}

	/**
	 * The value of an element.
	 * @param element the name of the element
	 * @param text what the annotation says
	 * @param where names the annotation and its place in messages
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
					where + " has " + element + " \"" + text + "\", which holds a placeholder that cannot be resolved",
					"Define the property, or give the placeholder a default as in ${name:default}");
		}
		return resolved;
	}

}
