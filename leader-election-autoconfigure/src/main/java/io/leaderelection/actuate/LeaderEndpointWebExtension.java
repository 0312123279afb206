/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.util.MimeType;
import org.springframework.util.StringUtils;

/**
 * Adds to the endpoint {@code leader} what is specific to the web: a page for browsers,
 * the values of checkpoints for users who may see them, and status codes for the write
 * operation: 200, 400 for a request that is not valid, and 404 for an unknown election.
 */
@EndpointWebExtension(endpoint = LeaderEndpoint.class)
public class LeaderEndpointWebExtension {

	private static final MimeType HTML = new MimeType("text", "html", StandardCharsets.UTF_8);

	/** The script and the style sheet of the page, in the folder {@code -}. */
	private static final Map<String, MimeType> FILES = Map.of("page.js",
			new MimeType("text", "javascript", StandardCharsets.UTF_8), "page.css",
			new MimeType("text", "css", StandardCharsets.UTF_8));

	private static final String FOLDER = "-";

	private final LeaderEndpoint endpoint;

	private final Show showValues;

	private final Set<String> roles;

	/** The last segment of the endpoint's path. Links are relative to it. */
	private final String root;

	/**
	 * Creates the extension.
	 * @param endpoint the endpoint
	 * @param showValues when to show the values of checkpoints
	 * @param roles the roles that count as authorized; empty for any authenticated user
	 * @param path the path of the endpoint below the base path
	 */
	public LeaderEndpointWebExtension(LeaderEndpoint endpoint, Show showValues, Set<String> roles, String path) {
		this.endpoint = endpoint;
		this.showValues = showValues;
		this.roles = Set.copyOf(roles);
		String trimmed = StringUtils.trimTrailingCharacter(path, '/');
		this.root = trimmed.substring(trimmed.lastIndexOf('/') + 1);
	}

	/**
	 * Returns all elections, as {@link LeaderEndpoint#elections()} does.
	 * @param security the user
	 * @param format the requested format
	 * @return the elections, or a page that shows them
	 */
	@ReadOperation(producesFrom = LeaderEndpointFormat.class)
	public WebEndpointResponse<Object> electionsOnWeb(SecurityContext security, LeaderEndpointFormat format) {
		return (format == LeaderEndpointFormat.HTML) ? page(this.root + "/")
				: new WebEndpointResponse<>(this.endpoint.elections(isShown(security)));
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
		OperationResponseBody found = this.endpoint.election(election, isShown(security));
		return (format == LeaderEndpointFormat.HTML && found != null) ? page("") : found(found);
	}

	/**
	 * Returns the script or the style sheet of the page. No election can have their path.
	 * @param page the folder of the page's files, {@code -}
	 * @param file {@code page.js} or {@code page.css}
	 * @return the file; status 404 for any other
	 */
	@ReadOperation(produces = { "text/javascript", "text/css" })
	public WebEndpointResponse<Resource> fileOfPage(@Selector String page, @Selector String file) {
		MimeType type = FOLDER.equals(page) ? FILES.get(file) : null;
		return (type != null)
				? new WebEndpointResponse<>(new ClassPathResource(file, LeaderEndpointWebExtension.class), type)
				: found(null);
	}

	/** Returns the page, whose files have the given path before their folder. */
	private WebEndpointResponse<Object> page(String path) {
		try {
			String page = new ClassPathResource("page.html", LeaderEndpointWebExtension.class)
				.getContentAsString(StandardCharsets.UTF_8);
			return new WebEndpointResponse<>(page.replace("{root}", path), HTML);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
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
	 * @param reason why the election is suspended, or {@code null}
	 * @return the response
	 */
	@WriteOperation
	public WebEndpointResponse<OperationResponseBody> changeLeadershipOnWeb(SecurityContext security,
			@Selector String election, @Nullable String action, @Nullable String coolDown, @Nullable String checkpoint,
			@Nullable String tick, @Nullable String reason) {
		Principal principal = security.getPrincipal();
		String name = (principal != null) ? principal.getName() : null;
		try {
			OperationResponseBody changed = this.endpoint.change(election,
					() -> this.endpoint.request(action, coolDown, checkpoint, tick, reason),
					(name != null) ? name : LeaderEndpoint.UNKNOWN, isShown(security));
			return found(changed);
		}
		catch (InvalidEndpointRequestException ex) {
			return new WebEndpointResponse<>(
					new Refusal(String.valueOf(ex.getReason()), LeaderRequest.names(this.endpoint.actions())),
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
