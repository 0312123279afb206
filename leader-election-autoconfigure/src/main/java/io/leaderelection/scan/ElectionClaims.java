/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.scan;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.LeaderTask;

/**
 * The elections that annotations of one kind require. Internal to this library: beans of
 * this type are ignored.
 */
public interface ElectionClaims {

	/**
	 * Checks a bean. Called for each bean once all singletons exist.
	 * @param bean the bean
	 * @throws InvalidLeaderAnnotationException if an annotation is not valid
	 */
	void inspect(ScannedBean bean);

	/**
	 * Returns the elections that annotations of the beans name. Called after the scan.
	 * @return the names, each with the place of the annotation, such as
	 * {@code @LeaderTask on Billing.run()}
	 * @throws InvalidLeaderAnnotationException if an annotation is not valid
	 */
	Map<String, String> elections();

	/**
	 * Prepares the elections before they are started.
	 * @param elections the elections, with all of {@link #elections()} joined
	 */
	void begin(LeaderElections elections);

	/**
	 * Ends what {@link #begin} has begun, in a context that closes while the elections go
	 * on in its parent context.
	 * @return completes when no work of the annotations runs any more
	 */
	default CompletionStage<?> end() {
		return CompletableFuture.completedFuture(null);
	}

}
