/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.Map;

import io.leaderelection.LeaderElection;
import org.jspecify.annotations.Nullable;

/**
 * The details that a feature adds to an election at the endpoint {@code leader} and in
 * health. Beans of this type are asked in their order.
 */
public interface ElectionDetails {

	/**
	 * Returns the fields that the feature adds to the election in a response.
	 * @param election the election, as a whole or a partition
	 * @param showValues whether the values of checkpoints may be shown
	 * @return the values by name of the field, in order
	 */
	Map<String, Object> fields(LeaderElection election, boolean showValues);

	/**
	 * Returns the problems of the feature that health shows.
	 * @param election the election
	 * @return the texts by name of the detail, in order
	 */
	Map<String, String> problems(LeaderElection election);

	/**
	 * Returns the action of the feature.
	 * @return the action, or {@code null} if it has none
	 */
	default @Nullable ElectionAction action() {
		return null;
	}

}
