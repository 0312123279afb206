/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.smallest;

import io.leaderelection.annotation.OnLeader;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * The smallest application that elects a leader: one guarded method. Prints {@code ran}
 * when the leader has run it.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling
public class SmallestApplication {

	public static void main(String[] args) {
		SpringApplication.run(SmallestApplication.class, args);
	}

	@Bean
	Job job() {
		return new Job();
	}

	static class Job {

		@Scheduled(fixedDelay = 100)
		@OnLeader
		void run() {
			System.out.println("ran");
		}

	}

}
