/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.SteppedTime;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.Bystander;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
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
class KubernetesLeaseStoreContractIT extends LeaseStoreContract {

	private final SteppedTime time = new SteppedTime();

	private final List<Bystander> bystanders = new ArrayList<>();

	private final Deque<Bystander> unused = new ArrayDeque<>();

	private TestCluster server;

	@BeforeEach
	void startServer() {
		this.server = TestCluster.open();
	}

	@AfterEach
	void stopServer() {
		this.bystanders.forEach(Bystander::close);
		this.server.close();
	}

	LeaseStore open(Config config, SteppedTime time) throws Exception {
		return KubernetesLeaseStoreFactory.builder(config).build().open(time);
	}

	private Bystander bystander() throws Exception {
		Bystander bystander = new Bystander(open(this.server.config(), this.time));
		this.bystanders.add(bystander);
		return bystander;
	}

	@Override
	protected LeaseStore open() throws Exception {
		return this.unused.isEmpty() ? bystander() : this.unused.remove();
	}

	@Override
	protected StoreTraits traits() {
		return KubernetesLeaseStoreFactory.builder(this.server.config()).build().traits();
	}

	@Override
	protected void elapse(Duration duration) throws Exception {
		if (this.unused.isEmpty()) {
			this.unused.add(bystander());
		}
		List<ElectionKey> keys = this.server.leases().keys();
		this.bystanders.forEach((bystander) -> bystander.look(keys));
		this.time.step(duration);
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
	protected void loseGuardLock(ElectionKey key) {
		throw new IllegalStateException("The store has no guard lock");
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
