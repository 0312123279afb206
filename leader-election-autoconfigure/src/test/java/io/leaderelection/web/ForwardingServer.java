/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.web;

import java.util.function.Function;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A servlet container that forwards every request, like an instance with an outdated view
 * of the leader.
 */
final class ForwardingServer implements AutoCloseable {

	private final ServletWebServerApplicationContext context = (ServletWebServerApplicationContext) SpringApplication
		.run(Application.class, "--server.port=0", "--leader-election.mode=never");

	private final Application.Controller controller = this.context.getBean(Application.Controller.class);

	/**
	 * Sets how to forward.
	 * @param forward sends a request to a path, and returns the status of the response
	 */
	void forwards(Function<String, HttpStatusCode> forward) {
		this.controller.forward = forward;
	}

	String url() {
		return "http://127.0.0.1:" + this.context.getWebServer().getPort();
	}

	int served() {
		return this.controller.served;
	}

	@Override
	public void close() {
		this.context.close();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@RestController
		static class Controller {

			private volatile Function<String, HttpStatusCode> forward;

			private volatile int served;

			@PostMapping("/forward")
			@SuppressWarnings("NonAtomicVolatileUpdate") // one request at a time
			ResponseEntity<?> forward() {
				this.served++;
				// Ends an endless loop
				return ResponseEntity
					.status((this.served > 5) ? HttpStatus.LOOP_DETECTED : this.forward.apply("/forward"))
					.build();
			}

		}

	}

}
