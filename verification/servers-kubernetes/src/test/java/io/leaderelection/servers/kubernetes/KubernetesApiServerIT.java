/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.kubernetes;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseList;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests {@link KubernetesApiServer} with two clients.
 */
@Tag("server")
class KubernetesApiServerIT {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private KubernetesApiServer server;

	private KubernetesClient one;

	private KubernetesClient other;

	@BeforeEach
	void open() {
		this.server = KubernetesApiServer.open();
		this.one = client();
		this.other = client();
	}

	@AfterEach
	void close() {
		this.one.close();
		this.other.close();
		this.server.close();
	}

	private KubernetesClient client() {
		Config config = new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:" + this.server.port() + "/")
			.withNamespace("team-a")
			.withRequestRetryBackoffLimit(0)
			.build();
		return new KubernetesClientBuilder().withConfig(config).build();
	}

	private static NonNamespaceOperation<Lease, LeaseList, Resource<Lease>> leases(KubernetesClient client) {
		return client.leases().inNamespace("team-a");
	}

	private static Lease write(KubernetesClient client, Lease lease, String holder) {
		return leases(client).resource(new LeaseBuilder(lease).editSpec().withHolderIdentity(holder).endSpec().build())
			.update();
	}

	private static Lease create(KubernetesClient client) {
		return leases(client)
			.resource(new LeaseBuilder().withNewMetadata()
				.withName("billing")
				.endMetadata()
				.withNewSpec()
				.withHolderIdentity("nobody")
				.endSpec()
				.build())
			.create();
	}

	@Test
	void secondWriteOnTheSameVersionIsRefused() {
		Lease seen = create(this.one);
		write(this.one, seen, "one");
		assertThatExceptionOfType(KubernetesClientException.class).isThrownBy(() -> write(this.other, seen, "other"))
			.extracting(KubernetesClientException::getCode)
			.isEqualTo(409);
		assertThat(leases(this.other).withName("billing").get().getSpec().getHolderIdentity()).isEqualTo("one");
	}

	@Test
	void watchReportsWritesOfAnotherClient() throws Exception {
		Lease lease = create(this.one);
		Holders holders = new Holders();
		try (Watch watch = leases(this.other).watch(holders)) {
			assertThat(holders.next()).isEqualTo("nobody");
			write(this.one, lease, "one");
			assertThat(holders.next()).isEqualTo("one");
		}
	}

	@Test
	void endedWatchesAreRemovedAndAffectNoWrite() throws Exception {
		Lease lease = create(this.one);
		for (int i = 0; i < 20; i++) {
			Holders holders = new Holders();
			Watch watch = leases(this.other).watch(holders);
			assertThat(holders.next()).isNotNull();
			watch.close();
			lease = write(this.one, lease, "holder " + i);
		}
		await().atMost(PATIENCE).until(() -> this.server.watches() == 0);
		assertThat(write(this.one, lease, "one").getSpec().getHolderIdentity()).isEqualTo("one");
	}

	@Test
	void objectsSurviveARestart() {
		create(this.one);
		this.server.stop();
		this.server.restart();
		try (KubernetesClient late = client()) {
			assertThat(leases(late).withName("billing").get().getSpec().getHolderIdentity()).isEqualTo("nobody");
		}
	}

	/** Collects the holders that a watch reports. */
	private static final class Holders implements Watcher<Lease> {

		private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

		String next() throws InterruptedException {
			return this.seen.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}

		@Override
		public void eventReceived(Action action, Lease lease) {
			this.seen.add(lease.getSpec().getHolderIdentity());
		}

		@Override
		public void onClose(WatcherException cause) {
			this.seen.add(cause.toString());
		}

	}

}
