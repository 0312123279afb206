/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.Collection;
import java.util.List;

import io.leaderelection.annotation.StartOnLeader;
import org.jspecify.annotations.Nullable;

import org.springframework.context.Lifecycle;

/**
 * Listener containers that are not beans but belong to a registry. A bean of this type
 * allows {@link StartOnLeader @StartOnLeader} to name the containers of a further
 * registry.
 */
public interface ListenerContainers {

	/**
	 * Finds a container.
	 * @param id its id
	 * @return the container, or {@code null} if there is none with this id
	 */
	@Nullable Lifecycle find(String id);

	/**
	 * Returns the ids of all containers, for messages.
	 * @return the ids
	 */
	Collection<String> ids();

	/**
	 * Returns the names of the beans that stop the containers when the context stops.
	 * @return the names
	 */
	default Collection<String> registryNames() {
		return List.of();
	}

}
