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
import java.util.Map;

import io.fabric8.kubernetes.client.Config;
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
class KubernetesLeaseStoreContractIT extends LeaseStoreContract {

	private final SteppedTime time = new SteppedTime();

	private final List<Bystander> bystanders = new ArrayList<>();

	private final Deque<Bystander> unused = new ArrayDeque<>();

	private ContractServer server;

	@BeforeEach
	void startServer() {
		this.server = ContractServer.open();
	}

	@AfterEach
	void stopServer() {
		this.bystanders.forEach(Bystander::close);
		this.server.close();
	}

	LeaseStore open(Config config, Map<String, String> labels, SteppedTime time) throws Exception {
		return KubernetesLeaseStoreFactory.builder(config).labels(labels).build().open(time);
	}

	private Bystander bystander() throws Exception {
		Bystander bystander = new Bystander(
				open(this.server.config(), ContractServer.labels(this.server.run()), this.time));
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
		this.server.leases().annotate(key, LeaseAnnotations.DOMAIN + "checkpoints", "broken");
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		throw new IllegalStateException("The store has no guard lock");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(this.server.port(), this.server.run()));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return KubernetesLeaseStoreFactory.builder(ContractServer.config(arguments.get(0)))
				.labels(ContractServer.labels(arguments.get(1)))
				.build()
				.open();
		}

	}

}
