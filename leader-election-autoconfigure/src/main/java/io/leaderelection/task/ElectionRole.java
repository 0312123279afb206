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
 * The Spring Integration endpoints in one role, which events start and stop. Used by one
 * thread at a time.
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
	 * Creates a role whose endpoints are not running.
	 * @param name the name of the role
	 * @param controllers start and stop the endpoints when an event is published
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
	 * Publishes once that the role is revoked. After that, stops the endpoints directly:
	 * the controller only logs an endpoint that does not stop, and a listener before it
	 * may have thrown an exception.
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
			// The controller refuses a name that is already taken, but not one that is
			// taken later. Another attempt would fail in the same way
			logger.warn(
					"Endpoints in role '{}' were asked to stop, but whether they have is unknown: two of them have the "
							+ "same component name. Give each a name of its own",
					this.name, ex);
			this.running = false;
		}
	}

	/** Returns whether the role is granted, or an endpoint has not stopped yet. */
	@Override
	public boolean isRunning() {
		return this.running;
	}

	/**
	 * Stops the endpoints again: a context that is started again starts all its
	 * endpoints.
	 */
	void stopIfNotLeading() {
		if (!this.running) {
			stopEndpoints();
		}
	}

	private void stopEndpoints() {
		this.controllers.forEach((controller) -> controller.stopLifecyclesInRole(this.name));
	}

	/**
	 * Returns the names of the running endpoints.
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
