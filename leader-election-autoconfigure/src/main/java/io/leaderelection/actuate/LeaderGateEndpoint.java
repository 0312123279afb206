/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * Reports to load balancers and probes only whether this instance leads, so that it can
 * be open to callers that may not see more.
 */
@Endpoint(id = "leadergate", defaultAccess = Access.READ_ONLY)
public class LeaderGateEndpoint {

	private final LeaderElections elections;

	/**
	 * Creates the endpoint.
	 * @param elections the elections of this instance
	 */
	public LeaderGateEndpoint(LeaderElections elections) {
		this.elections = elections;
	}

	/**
	 * Returns whether this instance leads an election.
	 * @param election its name
	 * @return the response, or {@code null} if this instance does not know the election
	 */
	@ReadOperation
	public @Nullable Gate gate(@Selector String election) {
		return this.elections.find(election).map(LeaderElection::isLeader).map(Gate::new).orElse(null);
	}

	/**
	 * The response.
	 *
	 * @param leading whether this instance leads
	 */
	public record Gate(boolean leading) implements OperationResponseBody {
	}

}
