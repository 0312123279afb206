/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.io.IOException;
import java.util.Map;

import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.WebClientResponseException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link LeaderExchangeFilter} over HTTP. {@link LeaderRequestInterceptorTests}
 * covers the common behaviour.
 */
class LeaderExchangeFilterTests {

	private static final String ELECTION = "orders \u00e4";

	private static final String MARK = "orders+%C3%A4";

	private final LeaderServer leader = new LeaderServer();

	LeaderExchangeFilterTests() throws IOException {
	}

	@AfterEach
	void close() {
		this.leader.close();
	}

	private LeaderElections led() {
		return this.leader.ledWith(Map.of("url", this.leader.url() + "/base"));
	}

	private static WebClient client(LeaderExchangeFilter filter) {
		return WebClient.builder().clientConnector(new JdkClientHttpConnector()).filter(filter).build();
	}

	private static Mono<ResponseEntity<String>> send(WebClient client) {
		return client.post()
			.uri("/api/orders?by=a%26b")
			.header(HttpHeaders.AUTHORIZATION, "Bearer secret")
			.cookie("session", "secret")
			.bodyValue("{}")
			.exchangeToMono((response) -> response.toEntity(String.class));
	}

	private HttpHeaders received() {
		HttpHeaders headers = new HttpHeaders();
		headers.putAll(this.leader.received.get(0).headers());
		return headers;
	}

	@Test
	void requestGoesToTheLeaderMarkedAndWithoutCredentials() {
		ResponseEntity<String> answer = send(client(new LeaderExchangeFilter(led(), ELECTION))).block();
		assertThat(answer.getBody()).isEqualTo("done");
		assertThat(this.leader.received.get(0).uri()).isEqualTo("/base/api/orders?by=a%2526b");
		assertThat(this.leader.received.get(0).body()).isEqualTo("{}");
		assertThat(received().get(LeaderRequestInterceptor.FORWARDED)).containsExactly(MARK);
		assertThat(received().headerNames()).doesNotContain(HttpHeaders.AUTHORIZATION, HttpHeaders.COOKIE);
	}

	@Test
	void credentialsAreSentOnRequest() {
		send(client(new LeaderExchangeFilter(led(), ELECTION).withCredentials())).block();
		assertThat(received().get(HttpHeaders.AUTHORIZATION)).containsExactly("Bearer secret");
		assertThat(received().get(HttpHeaders.COOKIE)).containsExactly("session=secret");
	}

	@Test
	void requestServedForAnotherIsNotForwarded() {
		WebClient client = client(new LeaderExchangeFilter(led(), ELECTION));
		MockServerWebExchange served = MockServerWebExchange
			.from(MockServerHttpRequest.post("/api/orders").header(LeaderRequestInterceptor.FORWARDED, MARK));
		new ServerWebExchangeContextFilter()
			.filter(served,
					(exchange) -> send(client)
						.doOnNext((answer) -> exchange.getResponse().setStatusCode(answer.getStatusCode()))
						.then())
			.block();
		assertThat(served.getResponse().getStatusCode()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
		assertThat(this.leader.received).isEmpty();
	}

	@Test
	void requestIsForwardedOnceBySpringMvc() {
		try (ForwardingServer server = new ForwardingServer()) {
			WebClient client = client(
					new LeaderExchangeFilter(this.leader.ledWith(Map.of("url", server.url())), ELECTION));
			server.forwards((path) -> client.post()
				.uri(path)
				.exchangeToMono((response) -> Mono.just(response.statusCode()))
				.block());
			assertThatExceptionOfType(WebClientResponseException.ServiceUnavailable.class)
				.isThrownBy(() -> WebClient.builder()
					.clientConnector(new JdkClientHttpConnector())
					.build()
					.post()
					.uri(server.url() + "/forward")
					.retrieve()
					.toBodilessEntity()
					.block());
			assertThat(server.served()).isEqualTo(2);
		}
	}

	@Test
	void responseWithoutALeaderIs503() {
		WebClient client = client(new LeaderExchangeFilter(this.leader.ledByNobody(), ELECTION));
		assertThatExceptionOfType(WebClientResponseException.ServiceUnavailable.class)
			.isThrownBy(() -> client.get().uri("/api/orders").retrieve().toBodilessEntity().block())
			.satisfies((ex) -> {
				assertThat(ex.getHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
				assertThat(ex.getResponseBodyAsString()).contains("Nobody is known to lead");
			});
		assertThat(this.leader.received).isEmpty();
	}

	@Test
	void leaderWithoutAddressIsAnError() {
		Mono<ResponseEntity<String>> answer = send(
				client(new LeaderExchangeFilter(this.leader.ledWith(Map.of()), ELECTION)));
		assertThatIllegalStateException().isThrownBy(answer::block)
			.withMessageContaining("leader-election.metadata.url");
	}

}
