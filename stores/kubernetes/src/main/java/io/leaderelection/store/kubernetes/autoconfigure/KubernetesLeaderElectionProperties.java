/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import io.leaderelection.store.kubernetes.KubernetesLeaseStoreFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties of the Kubernetes store.
 */
@ConfigurationProperties("leader-election.kubernetes")
public class KubernetesLeaderElectionProperties {

	/**
	 * Kubernetes namespace of the Lease objects, the same for all instances. If not set,
	 * the namespace of the pod or of the application's KubernetesClient is used.
	 */
	private @Nullable String namespace;

	/**
	 * Prefix of the names of the Lease objects. At most 63 lower-case letters, digits and
	 * hyphens.
	 */
	private String namePrefix = KubernetesLeaseStoreFactory.DEFAULT_NAME_PREFIX;

	/**
	 * Additional labels of the Lease objects.
	 */
	private Map<String, String> labels = new LinkedHashMap<>();

	public @Nullable String getNamespace() {
		return this.namespace;
	}

	public void setNamespace(@Nullable String namespace) {
		this.namespace = namespace;
	}

	public String getNamePrefix() {
		return this.namePrefix;
	}

	public void setNamePrefix(String namePrefix) {
		this.namePrefix = namePrefix;
	}

	public Map<String, String> getLabels() {
		return this.labels;
	}

	public void setLabels(Map<String, String> labels) {
		this.labels = labels;
	}

}
