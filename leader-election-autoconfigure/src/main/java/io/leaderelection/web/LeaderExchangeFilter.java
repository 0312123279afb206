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
 * The filter recognizes the request that is being served on a thread that serves it for
 * Spring MVC, and with WebFlux if the application has a
 * {@link ServerWebExchangeContextFilter} as a bean. In all other cases, copy the header
 * {@link LeaderRequestInterceptor#FORWARDED} from the request that is being served, so
 * that a request is forwarded at most once. Immutable.
 */
public final class LeaderExchangeFilter implements ExchangeFilterFunction {

	private final LeaderRoute route;

	/**
	 * Creates a filter that does not send credentials.
	 * @param elections the elections, read for each request
	 * @param election the name of the election whose leader serves the requests; this
	 * instance must have joined it before the first request
	 */
	public LeaderExchangeFilter(LeaderElections elections, String election) {
		this(new LeaderRoute(elections, election, false));
	}

	private LeaderExchangeFilter(LeaderRoute route) {
		this.route = route;
	}

	/**
	 * Returns a filter for the same election that sends credentials. Only use it if
	 * nobody else can write to the store. An address that begins with {@code http}
	 * receives them unencrypted.
	 * @return a filter that keeps all headers and cookies
	 */
	public LeaderExchangeFilter withCredentials() {
		return new LeaderExchangeFilter(this.route.withCredentials());
	}

	/**
	 * Sends a request to the leader. The returned {@code Mono} fails with the exceptions
	 * of {@link LeaderRequestInterceptor#intercept}.
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
