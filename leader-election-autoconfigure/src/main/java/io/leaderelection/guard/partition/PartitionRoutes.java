/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.partition;

import java.util.function.Supplier;

import io.leaderelection.LeaderElections;
import io.leaderelection.guard.CallRoute;
import io.leaderelection.guard.GuardFeature;
import io.leaderelection.guard.OnLeaderMethod;
import io.leaderelection.scan.AnnotationText;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Guards each call of a method with a {@code partitionKey} by the partition of its key.
 */
final class PartitionRoutes implements GuardFeature {

	private final ConfigurableBeanFactory beanFactory;

	private final AnnotationText text;

	private final Supplier<LeaderElections> elections;

	PartitionRoutes(ConfigurableBeanFactory beanFactory, Supplier<LeaderElections> elections) {
		this.beanFactory = beanFactory;
		this.text = new AnnotationText(beanFactory, () -> "");
		this.elections = elections;
	}

	/** Checks the key, and that its election is divided. */
	@Override
	public void check(OnLeaderMethod method) {
		if (!text(method).isEmpty() && this.elections.get().findPartitioned(method.election()).isEmpty()) {
			throw new InvalidLeaderAnnotationException(
					method.where() + " has partitionKey \"" + text(method) + "\", but election '" + method.election()
							+ "' is not divided into partitions",
					"Set leader-election.elections[" + method.election() + "].partitions, or remove partitionKey");
		}
	}

	@Override
	public @Nullable CallRoute route(OnLeaderMethod method) {
		if (text(method).isEmpty()) {
			return null;
		}
		PartitionKey key = PartitionKey.of(text(method), this.beanFactory, method.method(), method.type(),
				method.where());
		return (target, arguments) -> this.elections.get().partition(method.election(), key.of(target, arguments));
	}

	private String text(OnLeaderMethod method) {
		return this.text.resolve("partitionKey", method.annotation().partitionKey(), "@OnLeader on " + method.name());
	}

}
