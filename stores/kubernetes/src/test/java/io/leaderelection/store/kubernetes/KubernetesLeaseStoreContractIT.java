/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.List;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.leaderelection.servers.Loopback;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.ObserverContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on an API server. Each store stands for another machine with its own
 * observations, and all have observed from the beginning. {@code ObserverIT} tests
 * newcomers.
 */
@Tag("server")
@Tag("slow")
class KubernetesLeaseStoreContractIT extends ObserverContract {

	private TestCluster server;

	@BeforeEach
	void startServer() {
		this.server = TestCluster.open();
	}

	@AfterEach
	void stopServer() {
		this.server.close();
	}

	LeaseStore open(Config config, TimeSystem time) throws Exception {
		return KubernetesLeaseStoreFactory.builder(config).build().open(time);
	}

	@Override
	protected LeaseStore open(TimeSystem time) throws Exception {
		return open(this.server.config(), time);
	}

	@Override
	protected StoreTraits traits() {
		return KubernetesLeaseStoreFactory.builder(this.server.config()).build().traits();
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		this.server.leases().writeGarbage(key);
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		this.server.leases().delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		this.server.leases().notBefore(key, fromNow);
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		this.server.leases().writeField(key, "checkpoints", "broken");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(Integer.toString(this.server.port()), this.server.namespace(),
				this.server.token(), this.server.server().trusted().toString()));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			Config config = new ConfigBuilder(Config.empty())
				.withMasterUrl("https://" + Loopback.HOST + ":" + arguments.get(0) + "/")
				.withNamespace(arguments.get(1))
				.withOauthToken(arguments.get(2))
				.withCaCertFile(arguments.get(3))
				.build();
			return KubernetesLeaseStoreFactory.builder(config).build().open();
		}

	}

}
