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

/**
 * Resolves the text elements of an {@link OnLeader @OnLeader}.
 */
final class OnLeaderAttributes {

	private final AnnotationText text;

	OnLeaderAttributes(AnnotationText text) {
		this.text = text;
	}

	/**
	 * Returns the name of the election.
	 * @param annotation the annotation
	 * @param where the name of the method in messages
	 * @return the name, or the default election's
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	String election(OnLeader annotation, String where) {
		return this.text.election(annotation.election(), "@OnLeader on " + where);
	}

	/**
	 * Returns the expression for the key of a partition.
	 * @param annotation the annotation
	 * @param where the name of the method in messages
	 * @return the expression, empty if none is set
	 * @throws InvalidLeaderAnnotationException if a placeholder cannot be resolved
	 */
	String partitionKey(OnLeader annotation, String where) {
		return this.text.resolve("partitionKey", annotation.partitionKey(), "@OnLeader on " + where);
	}

	/**
	 * Returns how long to wait for a leader.
	 * @param annotation the annotation
	 * @param where the name of the method in messages
	 * @return the duration, zero if not set
	 * @throws InvalidLeaderAnnotationException if it is not a duration, or negative
	 */
	Duration waitForLeader(OnLeader annotation, String where) {
		Duration duration = this.text.duration("waitForLeader", annotation.waitForLeader(), "@OnLeader on " + where);
		return (duration != null) ? duration : Duration.ZERO;
	}

	/**
	 * Returns how long a call may take.
	 * @param annotation the annotation
	 * @param where the name of the method in messages
	 * @return the duration, or {@code null} if there is no limit
	 * @throws InvalidLeaderAnnotationException if it is not a positive duration
	 */
	@Nullable Duration maxDuration(OnLeader annotation, String where) {
		return this.text.positiveDuration("maxDuration", annotation.maxDuration(), "@OnLeader on " + where);
	}

}
