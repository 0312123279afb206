/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import io.leaderelection.annotation.OnLeader;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * The {@link PlainApplication} with one guarded bean.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableAsync(proxyTargetClass = true)
public class ElectingApplication {

	/**
	 * Starts the application and exits.
	 * @param args the arguments of the application
	 */
	public static void main(String[] args) {
		SpringApplication.run(ElectingApplication.class, args).close();
	}

	@EventListener(ApplicationReadyEvent.class)
	void ready() {
		PlainApplication.printReady();
	}

	@Bean
	static Job job() {
		return new Job();
	}

	@Bean
	static PlainApplication.Mailer mailer() {
		return new PlainApplication.Mailer();
	}

	/** Work of the leader. */
	public static class Job {

		@OnLeader
		public void run() {
		}

	}

}
