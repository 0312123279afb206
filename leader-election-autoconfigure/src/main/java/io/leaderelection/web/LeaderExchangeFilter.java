/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.net.URI;
import java.nio.charset.StandardCharsets;

import io.leaderelection.LeaderElections;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Sends the requests of a {@code WebClient} to the leader of an election, as
 * {@link LeaderRequestInterceptor} does for a {@code RestClient}.
 * <p>
 * The request that is being served is known here on a thread that serves it for Spring
 * MVC, and with WebFlux if the application has a {@link ServerWebExchangeContextFilter}
 * as a bean. Elsewhere, copy the header {@link LeaderRequestInterceptor#FORWARDED} from
 * it, so that a request is sent on once at most. Immutable.
 */
public final class LeaderExchangeFilter implements ExchangeFilterFunction {

	private final LeaderRoute route;

	/**
	 * Creates a filter that passes no credentials on.
	 * @param elections the elections, asked at each request
	 * @param election the name of an election that this instance takes part in by then,
	 * whose leader serves the requests
	 */
	public LeaderExchangeFilter(LeaderElections elections, String election) {
		this(new LeaderRoute(elections, election, false));
	}

	private LeaderExchangeFilter(LeaderRoute route) {
		this.route = route;
	}

	/**
	 * Returns a filter for the same election that passes credentials on. For stores into
	 * which nobody else can write. An address that begins with {@code http} gets them
	 * unencrypted.
	 * @return a filter that leaves all headers and cookies in place
	 */
	public LeaderExchangeFilter withCredentials() {
		return new LeaderExchangeFilter(this.route.withCredentials());
	}

	/**
	 * Sends a request to the leader. The returned {@code Mono} fails as
	 * {@link LeaderRequestInterceptor#intercept} throws.
	 */
	@Override
	public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
		HttpHeaders incoming = ServedRequest.headers();
		return Mono.deferContextual((context) -> send(request, next, served(context, incoming)));
	}

	private static HttpHeaders served(ContextView context, HttpHeaders otherwise) {
		return ServerWebExchangeContextFilter.getExchange(context)
			.map((exchange) -> exchange.getRequest().getHeaders())
			.orElse(otherwise);
	}

	private Mono<ClientResponse> send(ClientRequest request, ExchangeFunction next, HttpHeaders incoming) {
		LeaderRoute.Target target = this.route.find(request.url(), request.headers(), incoming);
		URI uri = target.uri();
		if (uri == null) {
			return Mono.just(ClientResponse.create(HttpStatus.SERVICE_UNAVAILABLE)
				.header(HttpHeaders.RETRY_AFTER, LeaderRoute.RETRY_AFTER)
				.header(HttpHeaders.CONTENT_TYPE,
						new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8).toString())
				.body(target.reason())
				.build());
		}
		ClientRequest.Builder sent = ClientRequest.from(request).url(uri).headers(this.route::prepare);
		if (!this.route.carriesCredentials()) {
			sent.cookies((cookies) -> cookies.clear());
		}
		return next.exchange(sent.build());
	}

}
