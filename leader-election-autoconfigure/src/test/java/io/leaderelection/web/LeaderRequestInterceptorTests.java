/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.io.IOException;
import java.util.Enumeration;
import java.util.Map;

import io.leaderelection.LeaderElections;
import io.leaderelection.ReducedClassPath;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.HttpHeaders;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClient;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link LeaderRequestInterceptor} over HTTP.
 */
class LeaderRequestInterceptorTests {

	private static final String ELECTION = "orders \u00e4";

	private static final String MARK = "orders+%C3%A4";

	private final LeaderServer leader = new LeaderServer();

	LeaderRequestInterceptorTests() throws IOException {
	}

	@AfterEach
	void close() {
		this.leader.close();
	}

	private LeaderElections led() {
		return this.leader.ledWith(Map.of("url", this.leader.url()));
	}

	private static RestClient client(LeaderElections elections) {
		return client(new LeaderRequestInterceptor(elections, ELECTION));
	}

	private static RestClient client(LeaderRequestInterceptor interceptor) {
		return RestClient.builder()
			.requestFactory(new JdkClientHttpRequestFactory())
			.requestInterceptor(interceptor)
			.build();
	}

	private static void get(RestClient client) {
		client.get().uri("/").retrieve().toBodilessEntity();
	}

	@Test
	void requestGoesToTheLeaderWithItsPathAndMarked() {
		RestClient client = client(led());
		String answer = client.post()
			.uri("/api/orders/{id}?by={by}", "4711", "a&b \u00e4")
			.header("X-Tenant", "acme")
			.body("{}")
			.retrieve()
			.body(String.class);
		assertThat(answer).isEqualTo("done");
		assertThat(this.leader.received).singleElement().satisfies((received) -> {
			assertThat(received.method()).isEqualTo("POST");
			assertThat(received.uri()).isEqualTo("/api/orders/4711?by=a%26b%20%C3%A4");
			assertThat(received.body()).isEqualTo("{}");
			assertThat(headers(received).get("X-Tenant")).containsExactly("acme");
			assertThat(headers(received).get(LeaderRequestInterceptor.FORWARDED)).containsExactly(MARK);
		});
	}

	private static HttpHeaders headers(LeaderServer.Received received) {
		HttpHeaders headers = new HttpHeaders();
		headers.putAll(received.headers());
		return headers;
	}

	@Test
	void addressOfTheLeaderReplacesAnother() {
		RestClient client = client(this.leader.ledWith(Map.of("url", this.leader.url() + "/base/")));
		client.get().uri("https://nowhere.invalid:1/api/orders").retrieve().toBodilessEntity();
		client.get().uri("https://nowhere.invalid").retrieve().toBodilessEntity();
		assertThat(this.leader.received).extracting("uri").containsExactly("/base/api/orders", "/base");
	}

	@Test
	void responseWithoutALeaderIs503() {
		RestClient client = client(this.leader.ledByNobody());
		assertUnavailable(client.get().uri("/api/orders"), "Nobody is known to lead election 'orders \u00e4'");
	}

	private void assertUnavailable(RestClient.RequestHeadersSpec<?> request, String reason) {
		assertThatExceptionOfType(HttpServerErrorException.ServiceUnavailable.class)
			.isThrownBy(() -> request.retrieve().body(String.class))
			.satisfies((ex) -> {
				assertThat(ex.getResponseHeaders().getFirst(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
				assertThat(ex.getResponseBodyAsString()).contains(reason);
			});
		assertThat(this.leader.received).isEmpty();
	}

	@Test
	void requestWithTheMarkIsNotForwarded() {
		RestClient client = client(led());
		assertUnavailable(client.get().uri("/api/orders").header(LeaderRequestInterceptor.FORWARDED, "other, " + MARK),
				"is not forwarded again");
		client.get()
			.uri("/api/orders")
			.header(LeaderRequestInterceptor.FORWARDED, "other")
			.retrieve()
			.toBodilessEntity();
		assertThat(this.leader.received).hasSize(1);
	}

	@Test
	void requestIsForwardedOnceByServersThatServeIt() {
		try (ForwardingServer server = new ForwardingServer()) {
			RestClient client = client(this.leader.ledWith(Map.of("url", server.url())));
			server
				.forwards((path) -> client.post().uri(path).exchange((request, response) -> response.getStatusCode()));
			assertThatExceptionOfType(HttpServerErrorException.ServiceUnavailable.class)
				.isThrownBy(() -> RestClient.create(server.url()).post().uri("/forward").retrieve().body(String.class));
			assertThat(server.served()).isEqualTo(2);
		}
	}

	@Test
	void requestRecycledByTheServerIsIgnored() {
		RestClient client = client(led());
		RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(new MockHttpServletRequest() {

			@Override
			public Enumeration<String> getHeaders(String name) {
				throw new IllegalStateException("The request object has been recycled");
			}

		}));
		try {
			get(client);
		}
		finally {
			RequestContextHolder.resetRequestAttributes();
		}
		assertThat(this.leader.received).hasSize(1);
	}

	@Test
	void dividedElectionIsRefusedAndAPartitionIsNot() {
		try (ElectionEngine engine = ElectionEngineBuilder.alwaysLeading()
			.partitions("orders", 4)
			.metadata(() -> Map.of("url", this.leader.url()))
			.build()) {
			engine.start();
			RestClient divided = client(new LeaderRequestInterceptor(engine, "orders"));
			assertThatIllegalArgumentException().isThrownBy(() -> get(divided)).withMessageContaining("orders");
			get(client(new LeaderRequestInterceptor(engine, "orders:3")));
		}
		assertThat(this.leader.received).hasSize(1);
	}

	@Test
	void servletsAreNotNeeded() throws Exception {
		ReducedClassPath.check(WithoutServlets.class, "jakarta.servlet.http.HttpServletRequest", "servlet", "tomcat",
				"actuator", "actuate");
	}

	@Test
	void credentialsAreNotSent() {
		HttpHeaders sent = sendCredentials(new LeaderRequestInterceptor(led(), ELECTION));
		assertThat(sent.headerNames()).doesNotContain(HttpHeaders.AUTHORIZATION, HttpHeaders.PROXY_AUTHORIZATION,
				HttpHeaders.COOKIE);
	}

	@Test
	void credentialsAreSentOnRequest() {
		HttpHeaders sent = sendCredentials(new LeaderRequestInterceptor(led(), ELECTION).withCredentials());
		assertThat(sent.get(HttpHeaders.AUTHORIZATION)).containsExactly("Bearer secret");
		assertThat(sent.get(HttpHeaders.PROXY_AUTHORIZATION)).containsExactly("Basic secret");
		assertThat(sent.get(HttpHeaders.COOKIE)).containsExactly("session=secret");
	}

	/** Returns the headers that were set, because the JDK's client omits some of them. */
	private HttpHeaders sendCredentials(LeaderRequestInterceptor interceptor) {
		HttpHeaders sent = new HttpHeaders();
		RestClient client = client(interceptor).mutate().requestInterceptor((request, body, execution) -> {
			sent.putAll(request.getHeaders());
			return execution.execute(request, body);
		}).build();
		client.get()
			.uri("/api/orders")
			.header("authorization", "Bearer secret")
			.header(HttpHeaders.PROXY_AUTHORIZATION, "Basic secret")
			.header(HttpHeaders.COOKIE, "session=secret")
			.retrieve()
			.toBodilessEntity();
		assertThat(this.leader.received).hasSize(1);
		return sent;
	}

	@ParameterizedTest
	@ValueSource(strings = { "ftp://127.0.0.1/", "file:///etc/passwd", "//127.0.0.1/", "127.0.0.1:8080", "http:/orders",
			"http://user:secret@127.0.0.1/", "http://127.0.0.1/?a=b", "http://127.0.0.1/#a", "http://127.0.0.1/a b",
			"" })
	void nonHttpAddressIsRefused(String url) {
		RestClient client = client(this.leader.ledWith(Map.of("url", url)));
		assertThatIllegalStateException().isThrownBy(() -> get(client))
			.withMessageContaining("'" + url + "'")
			.withMessageContaining("host-1")
			.withMessageContaining("Use http:// or https://");
	}

	@Test
	void refusedAddressIsShownHarmless() {
		RestClient client = client(this.leader.ledWith(Map.of("url", "ftp://a\u001b[2J\nb")));
		assertThatIllegalStateException().isThrownBy(() -> get(client))
			.withMessageContaining("'ftp://a\uFFFD[2J\uFFFDb'");
	}

	@Test
	void leaderWithoutAddressIsRefused() {
		RestClient client = client(this.leader.ledWith(Map.of()));
		assertThatIllegalStateException().isThrownBy(() -> get(client))
			.withMessageContaining("host-1")
			.withMessageContaining("election '" + ELECTION + "'")
			.withMessageContaining("leader-election.metadata.url")
			.withMessageContaining("LeaderMetadataContributor");
	}

	@Test
	void unknownElectionIsRefused() {
		RestClient client = client(new LeaderRequestInterceptor(led(), "unknown"));
		assertThatExceptionOfType(UnknownElectionException.class).isThrownBy(() -> get(client))
			.withMessageContaining("unknown");
	}

}
