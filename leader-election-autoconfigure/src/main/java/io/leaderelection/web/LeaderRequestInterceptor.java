/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.io.IOException;
import java.net.URI;

import io.leaderelection.LeaderElections;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * Sends the requests of a {@code RestClient} to the leader of an election: to the address
 * in the entry {@code url} of the leader's metadata. The scheme, host and port of the
 * request are replaced; its path and query are appended to the path of the address. If
 * this instance leads, it sends to its own address.
 * <p>
 * If no leader is known, nothing is sent, and the response is {@code 503} with
 * {@code Retry-After}. A request is forwarded at most once: while Spring MVC serves a
 * request that was forwarded by such an interceptor, requests for the same election also
 * get the response {@code 503}. Elsewhere, such as on another thread or with WebFlux,
 * copy the header {@link #FORWARDED} from the request that is being served.
 * <p>
 * The address comes from the store, so anyone who can write to the store can change it.
 * Therefore it must begin with {@code http} or {@code https}, and {@code Authorization},
 * {@code Proxy-Authorization} and {@code Cookie} are not sent, unless
 * {@link #withCredentials()} is used. This applies to headers that exist when this
 * interceptor runs: add it after those that add credentials. Immutable.
 */
public final class LeaderRequestInterceptor implements ClientHttpRequestInterceptor {

	/**
	 * The header of a request that was forwarded to a leader. Its value is the name of
	 * the election, encoded as in a query.
	 */
	public static final String FORWARDED = "X-Forwarded-To-Leader";

	private final LeaderRoute route;

	/**
	 * Creates an interceptor that does not send credentials.
	 * @param elections the elections, read for each request
	 * @param election the name of the election whose leader serves the requests; this
	 * instance must have joined it before the first request
	 */
	public LeaderRequestInterceptor(LeaderElections elections, String election) {
		this(new LeaderRoute(elections, election, false));
	}

	private LeaderRequestInterceptor(LeaderRoute route) {
		this.route = route;
	}

	/**
	 * Returns an interceptor for the same election that sends credentials. Only use it if
	 * nobody else can write to the store. An address that begins with {@code http}
	 * receives them unencrypted.
	 * @return an interceptor that keeps all headers
	 */
	public LeaderRequestInterceptor withCredentials() {
		return new LeaderRequestInterceptor(this.route.withCredentials());
	}

	/**
	 * Sends a request to the leader.
	 * @throws IOException if the leader cannot be reached
	 * @throws IllegalStateException if the leader has no address, or one that is not
	 * valid
	 * @throws IllegalArgumentException if the election is divided into partitions: use
	 * the name of a partition, such as {@code orders:3}
	 * @throws io.leaderelection.UnknownElectionException if this instance has not joined
	 * the election
	 */
	@Override
	public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
			throws IOException {
		HttpHeaders incoming = ServedRequest.headers();
		LeaderRoute.Target target = this.route.find(request.getURI(), request.getHeaders(), incoming);
		URI uri = target.uri();
		if (uri == null) {
			return new UnavailableResponse(target.reason());
		}
		HttpHeaders headers = HttpHeaders.copyOf(request.getHeaders());
		this.route.prepare(headers);
		return execution.execute(new LeaderRequest(request, uri, headers), body);
	}

	/** The request with the address of the leader. */
	private static final class LeaderRequest extends HttpRequestWrapper {

		private final URI uri;

		private final HttpHeaders headers;

		LeaderRequest(HttpRequest request, URI uri, HttpHeaders headers) {
			super(request);
			this.uri = uri;
			this.headers = headers;
		}

		@Override
		public URI getURI() {
			return this.uri;
		}

		@Override
		public HttpHeaders getHeaders() {
			return this.headers;
		}

	}

}
