/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.List;
import java.util.Map;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.Lifecycle;
import org.springframework.integration.support.SmartLifecycleRoleController;

/**
 * The endpoints in a role of Spring Integration, started and stopped by events. Used by
 * one thread at a time.
 */
final class ElectionRole implements Lifecycle {

	private static final Logger logger = LoggerFactory.getLogger(ElectionRole.class);

	private final String name;

	private final List<SmartLifecycleRoleController> controllers;

	private final Runnable granted;

	private final Runnable revoked;

	private volatile boolean running;

	private boolean published;

	/**
	 * Creates a role whose endpoints do not run.
	 * @param name the name of the role
	 * @param controllers what starts and stops the endpoints when an event is published
	 * @param granted publishes that the role is granted
	 * @param revoked publishes that the role is revoked
	 */
	ElectionRole(String name, List<SmartLifecycleRoleController> controllers, Runnable granted, Runnable revoked) {
		this.name = name;
		this.controllers = controllers;
		this.granted = granted;
		this.revoked = revoked;
	}

	@Override
	public void start() {
		this.running = true;
		this.published = true;
		this.granted.run();
	}

	/**
	 * Publishes once that the role is revoked. The controller logs an endpoint that does
	 * not stop, and a listener before it may have thrown: so it is asked again directly.
	 */
	@Override
	public void stop() {
		if (this.published) {
			this.published = false;
			this.revoked.run();
		}
		else {
			stopEndpoints();
		}
		try {
			this.running = !runningEndpoints().isEmpty();
		}
		catch (IllegalStateException ex) {
			// The controller refuses a name that is taken, but not one that is taken
			// later. To ask again would fail for ever
			logger.warn(
					"Endpoints in role '{}' were asked to stop, but whether they have is unknown: two of them have the "
							+ "same component name. Give each a name of its own",
					this.name, ex);
			this.running = false;
		}
	}

	/** Whether the role is granted, or an endpoint has not stopped since. */
	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** A context that is started again starts all its endpoints. */
	void stopIfNotLeading() {
		if (!this.running) {
			stopEndpoints();
		}
	}

	private void stopEndpoints() {
		this.controllers.forEach((controller) -> controller.stopLifecyclesInRole(this.name));
	}

	/**
	 * Returns the names of the endpoints that run.
	 * @throws IllegalStateException if two endpoints have the same name: the controller
	 * cannot distinguish them
	 */
	List<String> runningEndpoints() {
		return this.controllers.stream()
			.flatMap((controller) -> controller.getEndpointsRunningStatus(this.name).entrySet().stream())
			.filter(Map.Entry::getValue)
			.map(Map.Entry::getKey)
			.sorted()
			.toList();
	}

}
