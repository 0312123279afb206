/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;

/**
 * Creates clients that never repeat a request, and whose requests end with their timeout.
 */
final class ClientSetup {

	private static final int CONNECT_MILLIS = 2000;

	private static final int REQUEST_MILLIS = 5000;

	private ClientSetup() {
	}

	/**
	 * Creates a client with its own connections.
	 * @param config the address and the credentials; its timeouts and retries are not
	 * used
	 */
	static KubernetesClient open(Config config) {
		// With HTTP/2 the answer to a refused token is lost, because the server closes
		// the connection with it
		Config own = new ConfigBuilder(config).withHttp2Disable(true)
			.withRequestRetryBackoffLimit(0)
			.withConnectionTimeout(CONNECT_MILLIS)
			.withRequestTimeout(REQUEST_MILLIS)
			.withWatchReconnectLimit(0)
			.build();
		return new KubernetesClientBuilder().withConfig(own).withHttpClientFactory(new JdkHttpClientFactory()).build();
	}

}
