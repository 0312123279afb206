/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks;

import io.leaderelection.annotation.OnLeader;

import org.springframework.boot.SpringApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The {@link PlainApplication} with one guarded bean.
 */
@Configuration(proxyBeanMethods = false)
public class ElectingApplication extends PlainApplication {

	/**
	 * Starts the application and exits.
	 * @param args the arguments of the application
	 */
	public static void main(String[] args) {
		SpringApplication.run(ElectingApplication.class, args).close();
	}

	@Bean
	static Job job() {
		return new Job();
	}

	/** Work of the leader. */
	public static class Job {

		@OnLeader
		public void run() {
		}

	}

}
