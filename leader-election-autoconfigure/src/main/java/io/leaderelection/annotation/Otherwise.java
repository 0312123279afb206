/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The behaviour of a guarded method where this instance does not lead.
 */
public enum Otherwise {

	/**
	 * The method is not run. The call returns nothing: {@code null}, an empty
	 * {@code Optional}, {@code Mono} or {@code Flux}, a completed future without value,
	 * or the zero of a primitive type.
	 */
	SKIP,

	/**
	 * The call throws {@link io.leaderelection.NotLeaderException}, which names the
	 * leader. A method that returns a future gives it in a failed one, a reactive type
	 * signals it to its subscriber.
	 */
	THROW

}
