/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests the defaults of Spring Boot for an application that has Spring Security on its
 * class path and enables writes to the endpoint.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.mode=always",
				"leader-election.elections.billing.lease-duration=15s",
				"management.endpoint.leader.access=unrestricted", "management.endpoints.web.exposure.include=*",
				"spring.security.user.name=user", "spring.security.user.password=secret",
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS })
class DefaultSecurityTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	private EndpointRequests anonymous;

	private EndpointRequests user;

	@BeforeEach
	void login() {
		this.anonymous = EndpointRequests.anonymous(this.port);
		this.user = this.anonymous.as("user", "secret");
	}

	@Test
	void anonymousUserMayNotReadOrWrite() throws Exception {
		long token = token();
		assertThat(this.anonymous.get("leader").statusCode()).isEqualTo(401);
		assertThat(this.anonymous.get("leader/billing").statusCode()).isEqualTo(401);
		assertThat(this.anonymous.get("leader/-/page.js").statusCode()).isEqualTo(401);
		assertThat(this.anonymous.get("leadergate/billing").statusCode()).isEqualTo(401);
		assertThat(this.anonymous.get("health").statusCode()).isEqualTo(200);
		assertThat(this.anonymous.stepDown("billing").statusCode()).isEqualTo(401);
		assertThat(this.anonymous.stepDown("billing").body()).doesNotContain(this.elections.instance());
		assertThat(this.anonymous.as("user", "wrong").stepDown("billing").statusCode()).isEqualTo(401);
		assertThat(token()).isEqualTo(token);
	}

	@Test
	@DisplayName("A user who is logged in may read, but not write without a CSRF token")
	void loggedInUserCannotWriteWithoutACsrfToken() throws Exception {
		long token = token();
		assertThat(this.user.get("leader/billing").statusCode()).isEqualTo(200);
		assertThat(this.user.get("leader/-/page.js").statusCode()).isEqualTo(200);
		// 403 of the filter, or 401 of the error page that it forwards to
		assertThat(this.user.stepDown("billing").statusCode()).isIn(401, 403);
		assertThat(token()).isEqualTo(token);
	}

	private long token() {
		return this.elections.get("billing").leadership().orElseThrow().fencingToken();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
