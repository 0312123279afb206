/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Maps the response of the endpoint {@code leadergate} to a status code: 200 on the
 * leader, 503 on other instances, 404 for an unknown election.
 */
@EndpointWebExtension(endpoint = LeaderGateEndpoint.class)
public class LeaderGateEndpointWebExtension {

	private final LeaderGateEndpoint endpoint;

	/**
	 * Creates the extension.
	 * @param endpoint the endpoint
	 */
	public LeaderGateEndpointWebExtension(LeaderGateEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Returns whether this instance leads an election.
	 * @param election its name
	 * @return the response
	 */
	@ReadOperation
	public WebEndpointResponse<LeaderGateEndpoint.Gate> gateOnWeb(@Selector String election) {
		LeaderGateEndpoint.Gate gate = this.endpoint.gate(election);
		if (gate == null) {
			return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
		}
		return new WebEndpointResponse<>(gate,
				(gate.leading()) ? WebEndpointResponse.STATUS_OK : WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE);
	}

}
