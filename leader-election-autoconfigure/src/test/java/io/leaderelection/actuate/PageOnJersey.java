/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import org.apache.catalina.webresources.TomcatURLStreamHandlerFactory;
import org.glassfish.jersey.server.ResourceConfig;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Run by a class loader without Spring MVC, because Jersey serves no endpoints if Spring
 * MVC is present.
 */
final class PageOnJersey {

	private PageOnJersey() {
	}

	static String check() throws Exception {
		// Only one is allowed in a process, and Tomcat in other tests uses it
		TomcatURLStreamHandlerFactory.disable();
		try (PageServer server = new PageServer(Application.class, WebApplicationType.SERVLET)) {
			server.check("leader");
		}
		try (PageServer server = new PageServer(Application.class, WebApplicationType.SERVLET,
				"management.server.port=0", "management.endpoints.web.path-mapping.leader=who/leads")) {
			server.check("who/leads");
		}
		return "checked";
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		ResourceConfig resourceConfig() {
			return new ResourceConfig();
		}

	}

}
