/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.context.SmartLifecycle;
import org.springframework.integration.support.SmartLifecycleRoleController;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class ElectionRoleTests {

	private final List<String> published = new ArrayList<>();

	private final Endpoint endpoint = new Endpoint();

	private final SmartLifecycleRoleController controller = new SmartLifecycleRoleController(List.of("orders"),
			List.of(this.endpoint));

	private boolean broken;

	private final ElectionRole role = new ElectionRole("orders", List.of(this.controller), this::granted,
			this::revoked);

	private void granted() {
		this.published.add("granted");
		this.controller.startLifecyclesInRole("orders");
	}

	private void revoked() {
		this.published.add("revoked");
		if (this.broken) {
			throw new IllegalStateException("from a listener before the controller");
		}
		this.controller.stopLifecyclesInRole("orders");
	}

	@BeforeEach
	void start() {
		this.role.start();
		assertThat(this.endpoint.running).isTrue();
	}

	@Test
	void roleStopsWithItsEndpoints() {
		this.role.stop();
		assertThat(this.role.isRunning()).isFalse();
		assertThat(this.endpoint.running).isFalse();
	}

	@Test
	void endpointThatFailsToStopIsAskedAgain() {
		this.endpoint.failures = 1;
		this.role.stop();
		assertThat(this.role.isRunning()).isTrue();
		this.role.stop();
		assertThat(this.role.isRunning()).isFalse();
		assertThat(this.endpoint.running).isFalse();
		assertThat(this.published).containsExactly("granted", "revoked");
	}

	@Test
	void listenerThatFailsDoesNotKeepEndpointsRunning() {
		this.broken = true;
		assertThatIllegalStateException().isThrownBy(this.role::stop);
		assertThat(this.role.isRunning()).isTrue();
		this.role.stop();
		assertThat(this.role.isRunning()).isFalse();
		assertThat(this.endpoint.running).isFalse();
		assertThat(this.published).containsExactly("granted", "revoked");
	}

	private static final class Endpoint implements SmartLifecycle {

		private boolean running;

		private int failures;

		@Override
		public void start() {
			this.running = true;
		}

		@Override
		public void stop() {
			if (this.failures-- > 0) {
				throw new IllegalStateException("from the test");
			}
			this.running = false;
		}

		@Override
		public boolean isRunning() {
			return this.running;
		}

	}

}
