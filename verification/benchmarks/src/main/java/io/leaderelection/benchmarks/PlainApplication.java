/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import java.lang.management.ManagementFactory;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * An application without elections, which runs without this library on its class path.
 * Has an asynchronous method, since hardly an application has no proxy at all. Says how
 * many milliseconds it took from the start of the process until it was ready, and how
 * much processor time its main thread had of them.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync(proxyTargetClass = true)
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
		long took = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
		long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000;
		System.out.println("ready " + took + " " + cpu);
	}

	@Bean
	static Mailer mailer() {
		return new Mailer();
	}

	/** Work for any instance. */
	public static class Mailer {

		@Async
		public void send() {
		}

	}

}
