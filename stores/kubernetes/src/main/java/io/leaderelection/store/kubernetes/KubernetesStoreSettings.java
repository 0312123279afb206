/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;

/**
 * The settings of the store.
 *
 * @param namespace the Kubernetes namespace of the Lease objects
 * @param namePrefix the prefix of the names of the Lease objects
 * @param labels additional labels of the Lease objects
 * @param leaseNames given names of Lease objects, by election
 * @param adoptLeases whether Lease objects of other electors are taken over when they
 * have expired
 */
record KubernetesStoreSettings(String namespace, String namePrefix, Map<String, String> labels,
		Map<String, String> leaseNames, boolean adoptLeases) {

	KubernetesStoreSettings {
		labels = Map.copyOf(labels);
		leaseNames = Map.copyOf(leaseNames);
	}

}
