/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes.autoconfigure;

import java.util.Map;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.autoconfigure.StoreBean;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.kubernetes.KubernetesLeaseStoreFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.util.StringUtils;

/**
 * Describes the Kubernetes store.
 *
 * @param properties the properties of the store
 * @param clientBean the application's client
 * @param modeIsSet whether the user has said whether this process is to contend
 */
record KubernetesLeaseStoreDescriptor(KubernetesLeaderElectionProperties properties,
		StoreBean<KubernetesClient> clientBean, boolean modeIsSet) implements LeaseStoreDescriptor {

	static final String NAME = "kubernetes";

	static final String MODE = "leader-election.mode";

	private static final Logger logger = LoggerFactory.getLogger(KubernetesLeaseStoreDescriptor.class);

	private static final String PREFIX = "leader-election.kubernetes.";

	private static final Pattern LABEL_VALUE = Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");

	private static final Pattern LABEL_NAME = Pattern
		.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Detection detect() {
		if (StringUtils.hasText(this.properties.namespace())) {
			return Detection.configured(PREFIX + "namespace");
		}
		String evidence = this.clientBean.evidence();
		return (evidence != null) ? Detection.detected(evidence)
				: Detection.none(this.clientBean.reasonForNone() + ", and " + PREFIX + "namespace is not set");
	}

	@Override
	public LeaseStoreFactory factory() {
		Config config = config();
		KubernetesLeaseStoreFactory.Builder builder = KubernetesLeaseStoreFactory.builder(config);
		String namespace = this.properties.namespace();
		if (StringUtils.hasText(namespace)) {
			LeaderElectionConfigurationException.requireLegal(() -> builder.namespace(namespace.trim()),
					(problem) -> PREFIX + "namespace is '" + namespace + "', which is not a valid Kubernetes namespace",
					"Use at most 63 lower-case letters, digits and '-'");
		}
		else if (!StringUtils.hasText(config.getNamespace())) {
			throw new LeaderElectionConfigurationException(
					"The Kubernetes store has no namespace for its Lease objects: this process does not "
							+ "run in a pod with a service account, and the Kubernetes client names none",
					"Set " + PREFIX + "namespace");
		}
		if (!this.modeIsSet) {
			warnOfKubeconfig(config);
		}
		LeaderElectionConfigurationException.requireLegal(() -> builder.namePrefix(this.properties.namePrefix()),
				(problem) -> PREFIX + "name-prefix is '" + this.properties.namePrefix()
						+ "', which cannot begin the name of a Lease",
				"Use at most 63 lower-case letters, digits and '-', beginning with a letter or digit");
		LeaderElectionConfigurationException.requireLegal(() -> builder.leaseNames(this.properties.leaseNames()),
				(problem) -> PREFIX + "lease-names: " + problem,
				"Give each election the name of a Lease of its own, as kubectl get lease prints it");
		return builder.labels(labels()).adoptLeases(this.properties.adoptLeases()).build();
	}

	/**
	 * Returns the configuration of the application's client, or of the pod or the
	 * kubeconfig if there is no client.
	 */
	private Config config() {
		KubernetesClient client = this.clientBean.find();
		return (client != null) ? client.getConfiguration() : Config.autoConfigure(null);
	}

	/** A developer's machine would contend with the instances of that cluster. */
	private static void warnOfKubeconfig(Config config) {
		if (config.getCurrentContext() != null) {
			logger.warn(
					"This process contends for leadership in the cluster of the kubeconfig's context '{}' ({}), perhaps "
							+ "with a production system. Set {}=always while developing, or {}=elect if it is meant to",
					config.getCurrentContext().getName(), config.getMasterUrl(), MODE, MODE);
		}
	}

	private Map<String, String> labels() {
		Map<String, String> labels = this.properties.labels();
		labels.forEach((name, value) -> {
			if (!LABEL_NAME.matcher(name).matches() || !LABEL_VALUE.matcher(value).matches()) {
				throw new LeaderElectionConfigurationException(
						PREFIX + "labels has '" + name + "' with the value '" + value + "', which is not a valid label",
						"Use at most 63 letters, digits, '-', '_' and '.', with a letter or digit at both ends; a "
								+ "name may have a domain and '/' before it, and is then written [\"domain/name\"]");
			}
		});
		return labels;
	}

}
