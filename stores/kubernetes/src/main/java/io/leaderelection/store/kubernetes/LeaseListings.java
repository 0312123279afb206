/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the objects of large batches by one request, where each would cost one.
 */
final class LeaseListings {

	private static final Logger logger = LoggerFactory.getLogger(LeaseListings.class);

	/** From so many objects of a namespace on, all of it are listed. */
	static final int LEAST = 16;

	private final ApiServer server;

	LeaseListings(ApiServer server) {
		this.server = server;
	}

	/**
	 * Reads what is worth a listing.
	 * @return objects by their names; one that is absent may exist all the same
	 */
	Map<String, Lease> of(List<ElectionKey> keys, CallBudget budget) {
		Map<String, Long> namespaces = keys.stream()
			.map(ElectionKey::namespace)
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
		Map<String, Lease> leases = new HashMap<>();
		namespaces.forEach((namespace, count) -> {
			if (count >= LEAST) {
				list(namespace, leases, budget);
			}
		});
		return leases;
	}

	private void list(String namespace, Map<String, Lease> leases, CallBudget budget) {
		try {
			for (Lease lease : this.server.list(LeaseWriter.selector(namespace), budget).getItems()) {
				leases.put(lease.getMetadata().getName(), lease);
			}
		}
		catch (LeaseStoreException ex) {
			// Each is asked for by itself then, which shows the problem if that fails too
			logger.debug("The Lease objects of a namespace cannot be listed", ex);
		}
	}

}
