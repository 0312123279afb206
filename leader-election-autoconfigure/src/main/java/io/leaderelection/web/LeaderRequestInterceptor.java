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
 * that the leader has as {@code url} in its metadata. Scheme, host and port of the
 * request are replaced; its path and query follow the path of the address. An instance
 * that leads itself sends to its own address.
 * <p>
 * Where nobody is known to lead, nothing is sent, and the answer is {@code 503} with
 * {@code Retry-After}. A request is sent on once at most: while Spring MVC serves a
 * request that came from this interceptor, or one like it on another instance, requests
 * for the same election are answered with {@code 503}, too. Elsewhere, as on another
 * thread, copy the header {@link #FORWARDED} from the request that is served.
 * <p>
 * The address comes from the store, and everybody who can write there can write it. So it
 * has to begin with {@code http} or {@code https}, and {@code Authorization},
 * {@code Proxy-Authorization} and {@code Cookie} are not sent, unless
 * {@link #withCredentials()} says so. That holds for headers that are there when this
 * interceptor runs: add it behind those that add credentials. Immutable.
 */
public final class LeaderRequestInterceptor implements ClientHttpRequestInterceptor {

	/**
	 * The header of a request that was sent to a leader: the name of the election,
	 * encoded as in a query.
	 */
	public static final String FORWARDED = "X-Forwarded-To-Leader";

	private final LeaderRoute route;

	/**
	 * Creates an interceptor that passes no credentials on.
	 * @param elections the elections, asked at each request
	 * @param election the name of an election that this instance takes part in by then,
	 * whose leader serves the requests
	 */
	public LeaderRequestInterceptor(LeaderElections elections, String election) {
		this(new LeaderRoute(elections, election, false));
	}

	private LeaderRequestInterceptor(LeaderRoute route) {
		this.route = route;
	}

	/**
	 * Returns an interceptor for the same election that passes credentials on. For stores
	 * into which nobody else can write. An address that begins with {@code http} gets
	 * them unencrypted.
	 * @return an interceptor that leaves all headers in place
	 */
	public LeaderRequestInterceptor withCredentials() {
		return new LeaderRequestInterceptor(this.route.withCredentials());
	}

	/**
	 * Sends a request to the leader.
	 * @throws IOException if the leader cannot be reached
	 * @throws IllegalStateException if the leader has no address, or one to which nothing
	 * is sent
	 * @throws IllegalArgumentException if the election is divided into partitions: use
	 * the name of a partition, such as {@code orders:3}
	 * @throws io.leaderelection.UnknownElectionException if this instance does not take
	 * part in the election
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

	/** A request with the address of the leader. */
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
