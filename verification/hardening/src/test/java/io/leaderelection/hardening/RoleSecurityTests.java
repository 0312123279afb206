/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests the filter chain of SECURITY.md: who may read the leaders, and who may change
 * them.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.backend=local",
				"leader-election.elections.billing.cool-down=10ms", "leader-election.elections.reports.cool-down=10ms",
				"leader-election.local.directory=${java.io.tmpdir}/leader-election-hardening-${random.uuid}",
				"management.endpoint.leader.access=unrestricted",
				"management.endpoints.web.exposure.include=leader,leadergate,health,auditevents",
				"spring.autoconfigure.exclude=" + SecretsContract.WITHOUT_OTHER_CLIENTS })
class RoleSecurityTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private InMemoryAuditEventRepository audit;

	private EndpointRequests anonymous;

	@BeforeEach
	void login() {
		this.anonymous = EndpointRequests.anonymous(this.port);
	}

	/** Waits for a term, and returns its token. */
	private long token(String name) {
		return await().until(() -> this.elections.get(name).leadership(), Optional::isPresent)
			.orElseThrow()
			.fencingToken();
	}

	@Test
	void onlyTheGateIsOpenToEverybody() throws Exception {
		token("reports");
		assertThat(this.anonymous.get("leadergate/reports").statusCode()).isEqualTo(200);
		assertThat(this.anonymous.get("leader").statusCode()).isEqualTo(401);
		assertThat(this.anonymous.get("leader/reports").statusCode()).isEqualTo(401);
		assertThat(this.anonymous.get("leader/-/page.js").statusCode()).isEqualTo(401);
	}

	@Test
	void stepDownRequiresTheRole() throws Exception {
		long token = token("reports");
		assertThat(this.anonymous.stepDown("reports").statusCode()).isEqualTo(401);
		EndpointRequests viewer = this.anonymous.as("viewer", "secret");
		assertThat(viewer.get("leader/reports").statusCode()).isEqualTo(200);
		assertThat(viewer.get("leader/-/page.js").statusCode()).isEqualTo(200);
		assertThat(viewer.stepDown("reports").statusCode()).isEqualTo(403);
		assertThat(viewer.stepDown("nosuchelection").statusCode()).isEqualTo(403);
		assertThat(token("reports")).isEqualTo(token);
	}

	@ParameterizedTest
	@ValueSource(strings = { "reports/", "reports;a=b", "reports%2F", "../leader/reports", "/reports",
			"reports?_method=GET", "reports#x" })
	void otherSpellingsOfThePathAreRefused(String path) throws Exception {
		long token = token("reports");
		assertThat(this.anonymous.stepDown(path).statusCode()).isBetween(400, 404);
		assertThat(this.anonymous.as("viewer", "secret").stepDown(path).statusCode()).isBetween(400, 404);
		assertThat(token("reports")).isEqualTo(token);
	}

	@ParameterizedTest
	@ValueSource(strings = { "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x" })
	void contentTypesOfForeignFormsAreRefused(String contentType) throws Exception {
		long token = token("reports");
		assertThat(this.anonymous.as("operator", "secret").stepDown("reports", contentType).statusCode())
			.isEqualTo(415);
		assertThat(token("reports")).isEqualTo(token);
	}

	@Test
	void roleMayStepDownAndIsAudited() throws Exception {
		long token = token("billing");
		assertThat(this.anonymous.as("operator", "secret").stepDown("billing").statusCode()).isEqualTo(200);
		await().until(() -> token("billing") > token);
		List<AuditEvent> events = this.audit.find("operator", null, "LEADER_ELECTION_STEP_DOWN");
		assertThat(events).hasSize(1);
		assertThat(events.get(0).getData()).containsEntry("election", "billing");
	}

	@Test
	void chainIsTheOneOfThePage() throws IOException {
		Matcher page = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(Path.of("..", "..", "SECURITY.md")));
		assertThat(page.find()).isTrue();
		String source = Files
			.readString(Path.of("src", "test", "java").resolve(getClass().getName().replace('.', '/') + ".java"));
		assertThat(unwrapped(source)).contains(unwrapped(page.group(1)));
	}

	/** Without line breaks, also in comments. */
	private static String unwrapped(String code) {
		return code.replaceAll("\\s+//", "").replaceAll("\\s+", " ");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		@Order(1)
		SecurityFilterChain leaderElection(HttpSecurity http) {
			return http.securityMatcher(EndpointRequest.to("leader", "leadergate"))
				.authorizeHttpRequests((requests) -> requests.requestMatchers(EndpointRequest.to("leadergate"))
					.permitAll()
					.requestMatchers(HttpMethod.GET)
					.hasAnyRole("VIEWER", "OPERATOR")
					.anyRequest()
					.hasRole("OPERATOR"))
				.httpBasic(Customizer.withDefaults())
				// No cookie authenticates, and another site cannot send JSON without a
				// preflight request
				.sessionManagement((sessions) -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
				.csrf((csrf) -> csrf.disable())
				.build();
		}

		@Bean
		InMemoryAuditEventRepository auditEventRepository() {
			return new InMemoryAuditEventRepository();
		}

		@Bean
		UserDetailsService users() {
			return new InMemoryUserDetailsManager(
					User.withUsername("viewer").password("{noop}secret").roles("VIEWER").build(),
					User.withUsername("operator").password("{noop}secret").roles("OPERATOR").build());
		}

	}

}
