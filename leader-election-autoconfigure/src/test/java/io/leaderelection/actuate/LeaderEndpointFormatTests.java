/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import io.leaderelection.ReducedClassPath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;

/**
 * The two forms of the endpoint {@code leader} on each kind of web server.
 */
class LeaderEndpointFormatTests {

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void browsersGetAPageAndOthersGetJson(WebApplicationType type) throws Exception {
		try (PageServer server = new PageServer(Application.class, type)) {
			server.check("leader");
		}
	}

	@ParameterizedTest
	@EnumSource(value = WebApplicationType.class, names = { "SERVLET", "REACTIVE" })
	void formatsAreTheSameOnAManagementPortAndPath(WebApplicationType type) throws Exception {
		try (PageServer server = new PageServer(Application.class, type, "management.server.port=0",
				"management.endpoints.web.path-mapping.leader=who/leads")) {
			server.check("who/leads");
		}
	}

	@Test
	void formatsAreTheSameOnJersey() throws Exception {
		ReducedClassPath.check(PageOnJersey.class, "org.springframework.web.servlet.DispatcherServlet", "webmvc",
				"webflux");
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
