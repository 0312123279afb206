/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.context.Lifecycle;

/**
 * The listener containers of all registries of one kind.
 *
 * @param <R> the type of the registries
 * @param beanFactory contains the registries
 * @param type the type of the registries
 * @param find finds a container in a registry
 * @param listIds lists the ids of a registry
 */
record RegisteredContainers<R>(ListableBeanFactory beanFactory, Class<R> type,
		BiFunction<R, String, ? extends @Nullable Lifecycle> find,
		Function<R, ? extends Collection<String>> listIds) implements ListenerContainers {

	@Override
	public @Nullable Lifecycle find(String id) {
		return registries().stream()
			.<@Nullable Lifecycle>map((registry) -> this.find.apply(registry, id))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	@Override
	public List<String> ids() {
		return registries().stream().<String>flatMap((registry) -> this.listIds.apply(registry).stream()).toList();
	}

	@Override
	public List<String> registryNames() {
		return List.of(this.beanFactory.getBeanNamesForType(this.type, true, false));
	}

	private List<R> registries() {
		return registryNames().stream().map((name) -> this.beanFactory.getBean(name, this.type)).toList();
	}

}
