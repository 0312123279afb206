/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.util.Map;

/**
 * The settings of a user.
 *
 * @param namespace the namespace of the Lease objects
 * @param namePrefix begins the names of the Lease objects
 * @param labels put on the Lease objects
 */
record KubernetesStoreSettings(String namespace, String namePrefix, Map<String, String> labels) {

	KubernetesStoreSettings {
		labels = Map.copyOf(labels);
	}

}
