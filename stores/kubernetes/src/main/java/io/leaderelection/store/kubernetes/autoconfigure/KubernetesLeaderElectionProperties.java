/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import java.util.Map;

import io.leaderelection.store.kubernetes.KubernetesLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the Kubernetes store.
 *
 * @param namespace Kubernetes namespace of the Lease objects, the same for all instances.
 * If not set, the namespace of the pod or of the application's KubernetesClient is used.
 * @param namePrefix Prefix of the names of the Lease objects. At most 63 lower-case
 * letters, digits and hyphens.
 * @param labels Additional labels of the Lease objects.
 * @param leaseNames Names of Lease objects by election, instead of computed ones. Use
 * them to elect over the Lease of another elector.
 * @param adoptLeases Whether to take over a Lease that another elector has created, once
 * its owner has not renewed it for its lease duration.
 */
@ConfigurationProperties("leader-election.kubernetes")
public record KubernetesLeaderElectionProperties(@Nullable String namespace,
		@DefaultValue(KubernetesLeaseStoreFactory.DEFAULT_NAME_PREFIX) String namePrefix,
		@DefaultValue Map<String, String> labels, @DefaultValue Map<String, String> leaseNames,
		@DefaultValue("false") boolean adoptLeases) {

}
