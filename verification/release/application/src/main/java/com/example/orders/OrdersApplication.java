/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.annotation.OnLeader;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Cleans up on one instance only.
 */
@SpringBootApplication
@EnableScheduling
public class OrdersApplication {

	public static void main(String[] args) {
		SpringApplication.run(OrdersApplication.class, args);
	}

	/**
	 * Logs each guarded call.
	 */
	@Component
	static class CleanUp {

		private final AtomicInteger runs = new AtomicInteger();

		@OnLeader
		@Scheduled(fixedDelay = 200)
		void run() {
			System.out.println("CLEANED UP " + this.runs.incrementAndGet());
		}

		int runs() {
			return this.runs.get();
		}

	}

}
