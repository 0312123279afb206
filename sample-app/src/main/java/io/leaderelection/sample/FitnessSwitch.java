/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The health contributor {@code fitness}, which the page switches. Eligibility depends on
 * it: an instance that is switched to unhealthy hands over.
 */
@Component("fitness")
class FitnessSwitch implements HealthIndicator {

	private volatile boolean fit = true;

	boolean isFit() {
		return this.fit;
	}

	void change(boolean fit) {
		this.fit = fit;
	}

	@Override
	public Health health() {
		return (this.fit ? Health.up() : Health.down().withDetail("reason", "switched off on the page")).build();
	}

	/**
	 * The endpoint behind the switch on the page.
	 */
	@RestController
	static class Controller {

		private final FitnessSwitch fitness;

		Controller(FitnessSwitch fitness) {
			this.fitness = fitness;
		}

		@PutMapping("/api/fitness")
		void change(@RequestBody Fitness fitness) {
			this.fitness.change(fitness.fit());
		}

	}

	/**
	 * The request body.
	 *
	 * @param fit whether to switch this instance to healthy
	 */
	record Fitness(boolean fit) {

	}

}
