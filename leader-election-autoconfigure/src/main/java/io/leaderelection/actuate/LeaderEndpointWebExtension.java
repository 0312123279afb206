/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Set;

import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;
import org.springframework.util.MimeType;

/**
 * Adds to the endpoint {@code leader} what is specific to the web: a page for browsers,
 * the values of checkpoints for users who may see them, and status codes for the write
 * operation: 200, 400 for a request that is not valid, and 404 for an unknown election.
 */
@EndpointWebExtension(endpoint = LeaderEndpoint.class)
public class LeaderEndpointWebExtension {

	private static final MimeType PAGE = new MimeType("text", "html", StandardCharsets.UTF_8);

	private final LeaderEndpoint endpoint;

	private final Show showValues;

	private final Set<String> roles;

	private final LeaderPage page;

	/**
	 * Creates the extension.
	 * @param endpoint the endpoint
	 * @param showValues when to show the values of checkpoints
	 * @param roles the roles that count as authorized; empty for any authenticated user
	 * @param path the path of the endpoint below the base path
	 * @param clock the clock of the elections
	 */
	public LeaderEndpointWebExtension(LeaderEndpoint endpoint, Show showValues, Set<String> roles, String path,
			WallClock clock) {
		this.endpoint = endpoint;
		this.showValues = showValues;
		this.roles = Set.copyOf(roles);
		this.page = new LeaderPage(endpoint, path, clock);
	}

	/**
	 * Returns all elections, as {@link LeaderEndpoint#elections()} does.
	 * @param security the user
	 * @param format the requested format
	 * @return the elections, or a page that shows them
	 */
	@ReadOperation(producesFrom = LeaderEndpointFormat.class)
	public WebEndpointResponse<Object> electionsOnWeb(SecurityContext security, LeaderEndpointFormat format) {
		boolean values = isShown(security);
		return (format == LeaderEndpointFormat.HTML) ? page(this.page.all(values))
				: new WebEndpointResponse<>(this.endpoint.elections(values));
	}

	/**
	 * Returns one election, as {@link LeaderEndpoint#election(String)} does.
	 * @param security the user
	 * @param election the election's name
	 * @param format the requested format
	 * @return the election, or a page that shows it; status 404 if this instance does not
	 * know it
	 */
	@ReadOperation(producesFrom = LeaderEndpointFormat.class)
	public WebEndpointResponse<Object> electionOnWeb(SecurityContext security, @Selector String election,
			LeaderEndpointFormat format) {
		boolean values = isShown(security);
		if (format == LeaderEndpointFormat.HTML) {
			return page(this.page.one(election, values));
		}
		return found(this.endpoint.election(election, values));
	}

	private static WebEndpointResponse<Object> page(@Nullable String page) {
		return (page != null) ? new WebEndpointResponse<>(page, PAGE) : found(null);
	}

	private static <T> WebEndpointResponse<T> found(@Nullable T body) {
		return (body != null) ? new WebEndpointResponse<>(body)
				: new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
	}

	private boolean isShown(SecurityContext security) {
		return this.showValues.isShown(security, this.roles);
	}

	/**
	 * Performs an action on an election, as {@link LeaderEndpoint#changeLeadership} does.
	 * @param security the user
	 * @param election the election's name
	 * @param action the action
	 * @param coolDown how long not to contend after a step-down, or {@code null}
	 * @param checkpoint the checkpoint to forget, or {@code null}
	 * @param tick the tick to run, or {@code null}
	 * @return the response
	 */
	@WriteOperation
	public WebEndpointResponse<OperationResponseBody> changeLeadershipOnWeb(SecurityContext security,
			@Selector String election, @Nullable String action, @Nullable String coolDown, @Nullable String checkpoint,
			@Nullable String tick) {
		Principal principal = security.getPrincipal();
		String name = (principal != null) ? principal.getName() : null;
		try {
			OperationResponseBody changed = this.endpoint.change(election,
					() -> LeaderRequest.of(action, coolDown, checkpoint, tick),
					(name != null) ? name : LeaderAudit.UNKNOWN, isShown(security));
			return found(changed);
		}
		catch (InvalidEndpointRequestException ex) {
			return new WebEndpointResponse<>(new Refusal(String.valueOf(ex.getReason()), LeaderAction.NAMES),
					WebEndpointResponse.STATUS_BAD_REQUEST);
		}
	}

	/**
	 * The response to a request that was refused.
	 *
	 * @param error the reason
	 * @param actions the available actions
	 */
	public record Refusal(String error, List<String> actions) implements OperationResponseBody {
	}

}
