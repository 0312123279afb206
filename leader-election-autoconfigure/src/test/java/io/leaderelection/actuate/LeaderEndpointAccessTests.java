/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Set;

import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;

import io.leaderelection.LeaderElections;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The endpoints without configured access: read-only.
 */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
		properties = { "spring.application.name=orders", "leader-election.mode=always",
				"leader-election.default-election=billing", "management.endpoints.web.exposure.include=leader",
				"spring.jmx.enabled=true", "spring.jmx.default-domain=leader-access",
				"management.endpoints.jmx.exposure.include=*", "spring.jmx.unique-names=true" })
class LeaderEndpointAccessTests {

	@LocalServerPort
	private int port;

	@Autowired
	private LeaderElections elections;

	@Test
	void writeIsRefusedAndReadIsNot() throws Exception {
		long token = this.elections.get("billing").leadership().orElseThrow().fencingToken();
		for (String method : new String[] { "POST", "PUT", "PATCH", "DELETE" }) {
			assertThat(send(method)).as(method).isEqualTo(405);
		}
		assertThat(send("GET")).isEqualTo(200);
		assertThat(send("GET", "X-HTTP-Method-Override", "POST")).isEqualTo(200);
		assertThat(send("POST", "X-HTTP-Method-Override", "GET")).isEqualTo(405);
		assertThat(this.elections.get("billing").leadership().orElseThrow().fencingToken()).isEqualTo(token);
	}

	private int send(String method, String... headers) throws Exception {
		HttpRequest.Builder builder = HttpRequest
			.newBuilder(URI.create("http://localhost:" + this.port + "/actuator/leader/billing"))
			.header("Content-Type", "application/json")
			.method(method, HttpRequest.BodyPublishers.ofString("{\"action\":\"STEP_DOWN\"}"));
		for (int i = 0; i < headers.length; i += 2) {
			builder.header(headers[i], headers[i + 1]);
		}
		return HttpClient.newHttpClient().send(builder.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
	}

	@Test
	void operationsOverJmxHaveDistinctNames() throws Exception {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		Set<ObjectName> names = server.queryNames(new ObjectName("*:type=Endpoint,name=Leader,*"), null);
		assertThat(names).isNotEmpty();
		for (ObjectName name : names) {
			assertThat(Arrays.stream(server.getMBeanInfo(name).getOperations())
				.map((operation) -> operation.getName())
				.toList()).doesNotHaveDuplicates();
		}
	}

	@Test
	void writeOverJmxDoesNotExist() throws Exception {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		Set<ObjectName> names = server.queryNames(new ObjectName("leader-access:type=Endpoint,name=Leader,*"), null);
		assertThat(names).hasSize(1);
		ObjectName name = names.iterator().next();
		assertThat(Arrays.stream(server.getMBeanInfo(name).getOperations()).map(MBeanOperationInfo::getName))
			.containsExactlyInAnyOrder("elections", "election");
		assertThatExceptionOfType(ReflectionException.class)
			.isThrownBy(() -> server.invoke(name, "changeLeadership", new Object[] { "billing", "STEP_DOWN", null },
					new String[] { String.class.getName(), String.class.getName(), String.class.getName() }));
		assertThat(this.elections.get("billing").isLeader()).isTrue();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
