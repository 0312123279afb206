/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElections;
import io.leaderelection.actuate.UntrustedText;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;
import org.springframework.util.StringUtils;

/**
 * Finds the address of a leader for a request, and removes headers that must not be sent
 * to it.
 */
final class LeaderRoute {

	/** The key of the leader's address in its metadata. */
	private static final String URL = "url";

	private static final List<String> CREDENTIALS = List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.PROXY_AUTHORIZATION,
			HttpHeaders.COOKIE);

	/** In seconds. Short, because a vacancy is short. */
	static final String RETRY_AFTER = "1";

	private final LeaderElections elections;

	private final String election;

	private final boolean credentials;

	LeaderRoute(LeaderElections elections, String election, boolean credentials) {
		this.elections = elections;
		this.election = election;
		this.credentials = credentials;
	}

	LeaderRoute withCredentials() {
		return new LeaderRoute(this.elections, this.election, true);
	}

	boolean carriesCredentials() {
		return this.credentials;
	}

	/**
	 * Finds the target of a request.
	 * @param requested the address of the request, whose path and query are used
	 * @param outgoing the headers of the request
	 * @param incoming the headers of the request that is being served, or none
	 * @return the target, or the reason why there is none
	 */
	Target find(URI requested, HttpHeaders outgoing, HttpHeaders incoming) {
		if (isForwarded(outgoing) || isForwarded(incoming)) {
			return new Target(null, "The request was sent to the leader of election '" + this.election
					+ "' once, and is not forwarded again. Try again");
		}
		Leader leader = this.elections.get(this.election).leader().orElse(null);
		return (leader != null) ? new Target(resolve(address(leader), requested), "")
				: new Target(null, "Nobody is known to lead election '" + this.election + "'. Try again");
	}

	private boolean isForwarded(HttpHeaders headers) {
		return headers.getValuesAsList(LeaderRequestInterceptor.FORWARDED).contains(mark());
	}

	/** Encodes the name, because a header allows fewer characters. */
	private String mark() {
		return URLEncoder.encode(this.election, StandardCharsets.UTF_8);
	}

	/**
	 * Marks a request as forwarded to the leader, and removes what the leader must not
	 * receive.
	 */
	void prepare(HttpHeaders headers) {
		headers.add(LeaderRequestInterceptor.FORWARDED, mark());
		if (!this.credentials) {
			CREDENTIALS.forEach(headers::remove);
		}
	}

	private URI address(Leader leader) {
		String url = leader.metadata().get(URL);
		if (url == null) {
			throw new IllegalStateException(leads(leader) + " has no '" + URL
					+ "' in its metadata, so no request can be sent to it. Set leader-election.metadata." + URL
					+ " on every instance to the address under "
					+ "which the others reach it, or add it with a LeaderMetadataContributor");
		}
		try {
			URI address = new URI(url);
			if (isHttp(address.getScheme()) && address.getHost() != null && address.getRawUserInfo() == null
					&& address.getRawQuery() == null && address.getRawFragment() == null) {
				return address;
			}
		}
		catch (URISyntaxException ex) {
			// Refused as any other invalid address
		}
		throw new IllegalStateException(leads(leader) + " has the '" + URL + "' '" + UntrustedText.clean(url)
				+ "' in its metadata, to which nothing is sent. Use http:// or https:// with host, port and perhaps "
				+ "a path, without user, query or fragment, in leader-election.metadata." + URL
				+ " or the LeaderMetadataContributor of that instance");
	}

	private String leads(Leader leader) {
		return "Instance '" + UntrustedText.clean(leader.id()) + "', which leads election '" + this.election + "',";
	}

	private static boolean isHttp(@Nullable String scheme) {
		return "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
	}

	/** Appends path and query to the path of the leader's address. */
	private static URI resolve(URI address, URI requested) {
		StringBuilder target = new StringBuilder(StringUtils.trimTrailingCharacter(address.toString(), '/'));
		String path = requested.getRawPath();
		if (path != null && !path.isEmpty()) {
			target.append(path.startsWith("/") ? "" : "/").append(path);
		}
		if (requested.getRawQuery() != null) {
			target.append('?').append(requested.getRawQuery());
		}
		return URI.create(target.toString());
	}

	/**
	 * The target of a request.
	 *
	 * @param uri the address, or {@code null} if the request cannot be sent now
	 * @param reason why it cannot be sent
	 */
	record Target(@Nullable URI uri, String reason) {

	}

}
