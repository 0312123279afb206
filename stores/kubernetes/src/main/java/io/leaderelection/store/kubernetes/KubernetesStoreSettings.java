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
 */
record KubernetesStoreSettings(String namespace, String namePrefix, Map<String, String> labels) {

	KubernetesStoreSettings {
		labels = Map.copyOf(labels);
	}

}
