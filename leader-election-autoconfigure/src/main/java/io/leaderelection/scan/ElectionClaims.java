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
import org.jspecify.annotations.Nullable;

/**
 * The elections that annotations of one kind require, and what a feature does with its
 * annotations. Internal to this library.
 */
public interface ElectionClaims {

	/**
	 * Checks a bean. Called for each bean once all singletons exist.
	 * @param bean the bean
	 * @throws InvalidLeaderAnnotationException if an annotation is not valid
	 */
	default void inspect(ScannedBean bean) {
	}

	/**
	 * Returns the elections that annotations of the beans name. Called after the scan.
	 * @return the names, each with the place of the annotation, such as
	 * {@code @LeaderTask on Billing.run()}
	 * @throws InvalidLeaderAnnotationException if an annotation is not valid
	 */
	default Map<String, String> elections() {
		return Map.of();
	}

	/**
	 * Prepares the elections before they are started.
	 * @param elections the elections, with all of {@link #elections()} joined
	 */
	default void begin(LeaderElections elections) {
	}

	/**
	 * Ends what {@link #begin} has begun, in a context that closes while the elections go
	 * on in its parent context.
	 * @return completes when no work of the annotations runs any more
	 */
	default CompletionStage<?> end() {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Creates the claims of a feature for the first bean that uses it, so that an
	 * application loads no class of a feature that it does not use. Beans of this type
	 * are asked in their order.
	 */
	@FunctionalInterface
	interface Source {

		/**
		 * Returns the claims if a bean concerns them.
		 * @param bean the bean
		 * @return the claims, always the same, or {@code null}
		 */
		@Nullable ElectionClaims of(ScannedBean bean);

	}

}
