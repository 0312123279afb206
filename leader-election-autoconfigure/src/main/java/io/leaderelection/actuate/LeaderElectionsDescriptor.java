/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.Map;

import io.leaderelection.BackendStatus;
import io.leaderelection.LeaderElections;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The response of the endpoint {@code leader}. Unknown values are {@code null} and
 * omitted.
 *
 * @param instance the candidate id of this instance
 * @param namespace the namespace of its elections
 * @param backend the store
 * @param elections the elections by name, without the partitions of divided elections
 * @param partitioned the elections that are divided into partitions, by name, or
 * {@code null} if there are none
 */
public record LeaderElectionsDescriptor(String instance, String namespace, Backend backend,
		Map<String, ElectionDescriptor> elections,
		@Nullable Map<String, PartitionsDescriptor> partitioned) implements OperationResponseBody {

	static LeaderElectionsDescriptor of(LeaderElections source, Map<String, ElectionDescriptor> elections) {
		BackendStatus backend = source.backend();
		return new LeaderElectionsDescriptor(source.instance(), source.namespace(),
				new Backend(backend.type(), ElectionDescriptor.text(backend.lastContact())), elections,
				PartitionsDescriptor.of(source));
	}

	/**
	 * The store.
	 *
	 * @param type its name
	 * @param lastContact when it last gave a definite answer, or {@code null}
	 */
	public record Backend(String type, @Nullable String lastContact) {
	}

}
