/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a setting makes leader election impossible.
 */
public class LeaderElectionConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String description;

	private final String action;

	/**
	 * Creates the exception.
	 * @param description what is wrong, including the property or value
	 * @param action how to fix it
	 */
	public LeaderElectionConfigurationException(String description, String action) {
		this(description, action, null);
	}

	/**
	 * Creates the exception.
	 * @param description what is wrong, including the property or value
	 * @param action how to fix it
	 * @param cause the cause, or {@code null}
	 */
	public LeaderElectionConfigurationException(String description, String action, @Nullable Throwable cause) {
		super(sentence(description) + " " + onOneLine(action), cause);
		this.description = description;
		this.action = action;
	}

	/**
	 * Runs a step that rejects an illegal value by an {@link IllegalArgumentException},
	 * and replaces that by this exception.
	 * @param <T> the type of the result
	 * @param step the step, for example of a builder
	 * @param description returns what is wrong, including the property or value, from the
	 * message of the cause
	 * @param action how to fix it
	 * @return the result of the step
	 * @throws LeaderElectionConfigurationException if the step rejects the value
	 */
	public static <T> T requireLegal(Supplier<T> step, UnaryOperator<String> description, String action) {
		try {
			return step.get();
		}
		catch (IllegalArgumentException ex) {
			throw new LeaderElectionConfigurationException(description.apply(String.valueOf(ex.getMessage())), action,
					ex);
		}
	}

	/** Returns a text with one full stop at its end. */
	static String sentence(String text) {
		return text.endsWith(".") ? text : text + ".";
	}

	/**
	 * Leaves out a block such as SQL, which Spring would print twice: with the message
	 * and with the action.
	 */
	private static String onOneLine(String action) {
		return action.replaceAll("(?s):\\R\\R.*\\R\\R", " ");
	}

	public String getDescription() {
		return this.description;
	}

	public String getAction() {
		return this.action;
	}

}
