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
 * An application without elections, which runs without this library on its class path. It
 * has an asynchronous method, because few applications have no proxy at all. It prints
 * the milliseconds from the start of the process until it was ready, and the processor
 * time of its main thread.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync(proxyTargetClass = true)
public class PlainApplication {

	/**
	 * Starts the application and exits.
	 * @param args the arguments of the application
	 */
	public static void main(String[] args) {
		SpringApplication.run(PlainApplication.class, args).close();
	}

	@EventListener(ApplicationReadyEvent.class)
	void ready() {
		long took = System.currentTimeMillis() - ManagementFactory.getRuntimeMXBean().getStartTime();
		long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000;
		System.out.println("ready " + took + " " + cpu);
	}

	@Bean
	static Mailer mailer() {
		return new Mailer();
	}

	/** Work of any instance. */
	public static class Mailer {

		@Async
		public void send() {
		}

	}

}
