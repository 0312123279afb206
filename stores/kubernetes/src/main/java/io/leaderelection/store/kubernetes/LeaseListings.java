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
 * Reads the objects of large batches with one list request instead of a request for each.
 */
final class LeaseListings {

	private static final Logger logger = LoggerFactory.getLogger(LeaseListings.class);

	/** The minimum number of elections in a namespace for a list request. */
	static final int MIN_SIZE = 16;

	private final ApiServer server;

	LeaseListings(ApiServer server) {
		this.server = server;
	}

	/**
	 * Lists the objects of namespaces with enough elections.
	 * @return objects by name; an object that is missing here may still exist
	 */
	Map<String, Lease> of(List<ElectionKey> keys, CallBudget budget) {
		Map<String, Long> namespaces = keys.stream()
			.map(ElectionKey::namespace)
			.collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
		Map<String, Lease> leases = new HashMap<>();
		namespaces.forEach((namespace, count) -> {
			if (count >= MIN_SIZE) {
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
			// Each object is then read by itself, which reports the problem if it fails
			// too
			logger.debug("The Lease objects of a namespace cannot be listed", ex);
		}
	}

}
