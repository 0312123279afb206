/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.io.File;
import java.util.Map;
import java.util.UUID;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * The API server that the contract runs against: fabric8's mock server, or the cluster of
 * the kubeconfig in the environment variable {@code KUBECONFIG}. The cluster is used only
 * if the system property {@code leader-election.contract.cluster} is also {@code true},
 * so that the tests never write to a cluster by accident. Objects on a cluster have a
 * label of this run, and are deleted at the end.
 */
final class ContractServer implements AutoCloseable {

	private static final String LABEL = "leader-election-contract";

	private final String run = UUID.randomUUID().toString();

	private final MockApiServer mock;

	private final KubernetesClient cluster;

	private ContractServer(MockApiServer mock, KubernetesClient cluster) {
		this.mock = mock;
		this.cluster = cluster;
	}

	static ContractServer open() {
		String kubeconfig = System.getenv("KUBECONFIG");
		if (!Boolean.getBoolean("leader-election.contract.cluster")) {
			return new ContractServer(MockApiServer.open(), null);
		}
		if (kubeconfig == null || kubeconfig.isEmpty()) {
			throw new IllegalStateException("leader-election.contract.cluster is true, but KUBECONFIG names no file. "
					+ "Set it to a kubeconfig whose context has a namespace for tests");
		}
		return new ContractServer(null, ClientSetup.open(ofCluster(kubeconfig)));
	}

	private static Config ofCluster(String kubeconfig) {
		return Config.fromKubeconfig(new File(kubeconfig));
	}

	/**
	 * Returns the port of the mock server, or an empty text for a cluster; another JVM
	 * connects with it.
	 */
	String port() {
		return (this.mock != null) ? Integer.toString(this.mock.port()) : "";
	}

	String run() {
		return this.run;
	}

	static Config config(String port) {
		return port.isEmpty() ? ofCluster(System.getenv("KUBECONFIG")) : MockApiServer.config(Integer.parseInt(port));
	}

	Config config() {
		return config(port());
	}

	static Map<String, String> labels(String run) {
		return Map.of(LABEL, run);
	}

	LeaseObjects leases() {
		if (this.mock != null) {
			return this.mock.leases();
		}
		return new LeaseObjects(this.cluster.leases().inNamespace(this.cluster.getNamespace()));
	}

	@Override
	public void close() {
		if (this.mock != null) {
			this.mock.close();
			return;
		}
		this.cluster.leases().inNamespace(this.cluster.getNamespace()).withLabel(LABEL, this.run).delete();
		this.cluster.close();
	}

}
