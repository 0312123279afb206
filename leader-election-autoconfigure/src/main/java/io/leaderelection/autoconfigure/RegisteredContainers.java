/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;

import io.leaderelection.annotation.ListenerContainers;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.Lifecycle;

/**
 * The containers of all registries of one kind.
 *
 * @param <R> the type of the registries
 * @param registries the registries of the context
 * @param find finds a container in one
 * @param listIds lists the ids of one
 */
record RegisteredContainers<R>(ObjectProvider<R> registries, BiFunction<R, String, ? extends @Nullable Lifecycle> find,
		Function<R, ? extends Collection<String>> listIds) implements ListenerContainers {

	@Override
	public @Nullable Lifecycle find(String id) {
		return this.registries.orderedStream()
			.<@Nullable Lifecycle>map((registry) -> this.find.apply(registry, id))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null);
	}

	@Override
	public List<String> ids() {
		return this.registries.orderedStream()
			.<String>flatMap((registry) -> this.listIds.apply(registry).stream())
			.toList();
	}

}
