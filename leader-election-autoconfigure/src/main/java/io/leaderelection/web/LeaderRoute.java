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

/**
 * Finds the address of a leader for a request, and what the request may carry there.
 */
final class LeaderRoute {

	/** The entry of the leader's metadata that says where it is reached. */
	private static final String URL = "url";

	private static final List<String> CREDENTIALS = List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.PROXY_AUTHORIZATION,
			HttpHeaders.COOKIE);

	/** In seconds: a vacancy is short. */
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
	 * Finds where a request goes.
	 * @param requested the address of the request, of which path and query count
	 * @param outgoing the headers of the request
	 * @param incoming the headers of the request that is being served meanwhile, or none
	 * @return where to send the request, or why it cannot be sent now
	 */
	Target find(URI requested, HttpHeaders outgoing, HttpHeaders incoming) {
		if (isForwarded(outgoing) || isForwarded(incoming)) {
			return new Target(null, "The request was sent to the leader of election '" + this.election
					+ "' once, and is not sent on. Try again");
		}
		Leader leader = this.elections.get(this.election).leader().orElse(null);
		return (leader != null) ? new Target(resolve(address(leader), requested), "")
				: new Target(null, "Nobody is known to lead election '" + this.election + "'. Try again");
	}

	private boolean isForwarded(HttpHeaders headers) {
		return headers.getValuesAsList(LeaderRequestInterceptor.FORWARDED).contains(mark());
	}

	/** A header has no other characters. */
	private String mark() {
		return URLEncoder.encode(this.election, StandardCharsets.UTF_8);
	}

	/**
	 * Marks a request as sent to the leader, and takes out what the leader is not to get.
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
					+ "' in its metadata, so no request can be " + "sent to it. Set leader-election.metadata." + URL
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
			// Refused like any other
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

	/** Path and query behind the path of the leader's address. */
	private static URI resolve(URI address, URI requested) {
		StringBuilder target = new StringBuilder(address.toString());
		while (target.charAt(target.length() - 1) == '/') {
			target.setLength(target.length() - 1);
		}
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
	 * Where a request goes.
	 *
	 * @param uri the address, or {@code null} if it cannot be sent now
	 * @param reason why it cannot
	 */
	record Target(@Nullable URI uri, String reason) {

	}

}
