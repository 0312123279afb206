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
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.endpoint.EventDrivenConsumer;
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
	void endpointThatFailsToStopIsStoppedAgain() {
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

	@Test
	void endpointsOfOneNameDoNotKeepTheRoleRunning() {
		EventDrivenConsumer other = named("other");
		this.controller.addLifecycleToRole("orders", named("same"));
		this.controller.addLifecycleToRole("orders", other);
		other.setComponentName("same");
		assertThatIllegalStateException().isThrownBy(this.role::runningEndpoints)
			.withMessageContaining("Duplicate key");
		this.role.stop();
		assertThat(this.role.isRunning()).isFalse();
		assertThat(this.endpoint.running).isFalse();
	}

	private static EventDrivenConsumer named(String name) {
		EventDrivenConsumer endpoint = new EventDrivenConsumer(new DirectChannel(), (message) -> {
		});
		endpoint.setComponentName(name);
		return endpoint;
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
