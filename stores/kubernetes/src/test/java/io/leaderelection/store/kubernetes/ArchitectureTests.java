/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.leaderelection.architecture.StoreArchitecture;

class ArchitectureTests extends StoreArchitecture {

	ArchitectureTests() {
		super(KubernetesLeaseStoreFactory.class, "io.fabric8.kubernetes..", "org.slf4j");
	}

}
