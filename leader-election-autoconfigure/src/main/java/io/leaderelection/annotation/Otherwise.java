/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

/**
 * The behaviour of a guarded method when this instance does not lead.
 */
public enum Otherwise {

	/**
	 * The method is not run. The call returns an empty result: {@code null}, an empty
	 * {@code Optional}, {@code Mono} or {@code Flux}, a future completed without a value,
	 * or the zero value of a primitive type.
	 */
	SKIP,

	/**
	 * The call throws a {@link io.leaderelection.NotLeaderException}, which names the
	 * leader. A method that returns a future returns a failed one; a reactive type
	 * signals the exception to its subscriber.
	 */
	THROW

}
