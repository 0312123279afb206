/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.security.Principal;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * Gives the write operation of the endpoint {@code leader} its status codes: 200, 400 if
 * the request is not understood, and 404 for an unknown election.
 */
@EndpointWebExtension(endpoint = LeaderEndpoint.class)
public class LeaderEndpointWebExtension {

	private final LeaderEndpoint endpoint;

	/**
	 * Creates the extension.
	 * @param endpoint the endpoint
	 */
	public LeaderEndpointWebExtension(LeaderEndpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * See {@link LeaderEndpoint#changeLeadership(String, String, String)}.
	 * @param security who asks
	 * @param election the election's name
	 * @param action what to do
	 * @param coolDown how long not to contend afterwards, or {@code null}
	 * @return the answer
	 */
	@WriteOperation
	public WebEndpointResponse<OperationResponseBody> changeLeadershipOnWeb(SecurityContext security,
			@Selector String election, @Nullable String action, @Nullable String coolDown) {
		Principal principal = security.getPrincipal();
		String name = (principal != null) ? principal.getName() : null;
		try {
			ElectionDescriptor changed = this.endpoint.change(election, action, coolDown,
					(name != null) ? name : LeaderAudit.UNKNOWN);
			return (changed != null) ? new WebEndpointResponse<>(changed)
					: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
		}
		catch (InvalidEndpointRequestException ex) {
			return new WebEndpointResponse<>(new Refusal(String.valueOf(ex.getReason()), LeaderAction.NAMES),
					WebEndpointResponse.STATUS_BAD_REQUEST);
		}
	}

	/**
	 * Says why a request was refused.
	 *
	 * @param error the reason
	 * @param actions the actions there are
	 */
	public record Refusal(String error, List<String> actions) implements OperationResponseBody {
	}

}
