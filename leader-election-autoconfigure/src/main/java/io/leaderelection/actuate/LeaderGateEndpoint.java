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
 * Reports to load balancers and probes whether this instance leads, and nothing else, so
 * that it can be opened to callers that must not see more.
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
	 * Whether this instance leads an election.
	 * @param election its name
	 * @return the answer, or {@code null} if the election is not known here
	 */
	@ReadOperation
	public @Nullable Gate gate(@Selector String election) {
		return this.elections.find(election).map(LeaderElection::isLeader).map(Gate::new).orElse(null);
	}

	/**
	 * The answer.
	 *
	 * @param leading whether this instance leads
	 */
	public record Gate(boolean leading) implements OperationResponseBody {
	}

}
