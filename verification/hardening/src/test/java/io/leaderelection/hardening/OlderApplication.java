/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;

/**
 * An application that runs on any version of Spring Boot, in a process of its own.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class OlderApplication {

	/**
	 * Starts the application.
	 * @param arguments its properties
	 */
	public static void main(String[] arguments) {
		SpringApplication.run(OlderApplication.class, arguments);
	}

}
