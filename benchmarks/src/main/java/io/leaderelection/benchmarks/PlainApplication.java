/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.lang.management.ManagementFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/**
 * An application without elections, which runs without this library on its class path.
 * Says how long it took from the start of the process until it was ready.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class PlainApplication {

	/**
	 * Starts the application and ends it.
	 * @param args passed on
	 */
	public static void main(String[] args) {
		SpringApplication.run(PlainApplication.class, args).close();
	}

	@EventListener(ApplicationReadyEvent.class)
	void ready() {
		tellReady();
	}

	static void tellReady() {
		System.out
			.println("ready " + (System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime()));
	}

}
