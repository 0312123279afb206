/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.util.Map;

import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.JdkClientHttpConnector;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Run by a class loader without servlets and Actuator.
 */
final class WithoutServlets {

	private WithoutServlets() {
	}

	static String check() throws Exception {
		assertThat(ClassUtils.isPresent("org.springframework.boot.actuate.endpoint.SanitizableData",
				WithoutServlets.class.getClassLoader()))
			.isFalse();
		String election = "orders \u00e4";
		try (LeaderServer leader = new LeaderServer()) {
			RestClient.builder()
				.requestFactory(new JdkClientHttpRequestFactory())
				.requestInterceptor(new LeaderRequestInterceptor(leader.ledWith(Map.of("url", leader.url())), election))
				.build()
				.get()
				.uri("/")
				.retrieve()
				.toBodilessEntity();
			WebClient.builder()
				.clientConnector(new JdkClientHttpConnector())
				.filter(new LeaderExchangeFilter(leader.ledWith(Map.of("url", leader.url())), election))
				.build()
				.get()
				.uri("/")
				.retrieve()
				.toBodilessEntity()
				.block();
			assertThat(leader.received).hasSize(2);
			assertThatIllegalStateException()
				.isThrownBy(() -> RestClient.builder()
					.requestFactory(new JdkClientHttpRequestFactory())
					.requestInterceptor(
							new LeaderRequestInterceptor(leader.ledWith(Map.of("url", "ftp://orders")), election))
					.build()
					.get()
					.uri("/")
					.retrieve()
					.toBodilessEntity())
				.withMessageContaining("ftp://orders");
		}
		return "checked";
	}

}
