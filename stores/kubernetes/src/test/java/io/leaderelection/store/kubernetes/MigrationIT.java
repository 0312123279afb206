/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.servers.ClientGoElector;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.store.kubernetes.autoconfigure.KubernetesLeaseStoreAutoConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Rolling updates from other electors over their own Lease, one instance at a time, as
 * the page on migration describes them.
 */
@Tag("server")
@Tag("slow")
@Timeout(180)
class MigrationIT {

	private static final String LEASE = "billing-leader";

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final TestCluster cluster = TestCluster.open();

	/** All instances, old and new, by what tells whether one leads. */
	private final List<BooleanSupplier> instances = new ArrayList<>();

	private final List<AutoCloseable> closeables = new ArrayList<>();

	private final ConcurrentLinkedQueue<String> overlaps = new ConcurrentLinkedQueue<>();

	private volatile boolean observing = true;

	private final Thread observer = new Thread(this::observe, "observer");

	private void observe() {
		while (this.observing) {
			List<BooleanSupplier> all;
			synchronized (this.instances) {
				all = List.copyOf(this.instances);
			}
			long leaders = all.stream().filter(BooleanSupplier::getAsBoolean).count();
			if (leaders > 1) {
				this.overlaps.add(leaders + " leaders");
			}
			Thread.onSpinWait();
		}
	}

	@AfterEach
	void close() throws Exception {
		this.observing = false;
		this.observer.join();
		for (AutoCloseable closeable : this.closeables) {
			closeable.close();
		}
		this.cluster.close();
	}

	private <T extends AutoCloseable> T add(T instance, BooleanSupplier leads) {
		this.closeables.add(instance);
		synchronized (this.instances) {
			this.instances.add(leads);
		}
		return instance;
	}

	private ClientGoElector clientGo(String identity) {
		ClientGoElector elector = new ClientGoElector("https://127.0.0.1:" + this.cluster.port(),
				this.cluster.server().trusted(), this.cluster.token(), this.cluster.namespace(), LEASE, identity,
				new ClientGoElector.Timing(SECOND.multipliedBy(6), SECOND.multipliedBy(4), SECOND));
		return add(elector, elector::isLeading);
	}

	private ConfigurableApplicationContext application(String name) {
		ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.initializers((GenericApplicationContext created) -> created.registerBean(KubernetesClient.class,
					() -> ClientSetup.open(this.cluster.config())))
			.properties("spring.application.name=orders", "spring.main.banner-mode=off",
					"leader-election.instance-name=" + name, "leader-election.lease-duration=6s",
					"leader-election.kubernetes.lease-names.billing=" + LEASE,
					"leader-election.kubernetes.adopt-leases=true")
			.run();
		return add(context, () -> context.isActive() && leads(context));
	}

	private static boolean leads(ConfigurableApplicationContext context) {
		return context.getBean(LeaderElections.class).get("billing").isLeader();
	}

	@Test
	@DisplayName("A rolling update from client-go has no two leaders, and somebody leads after each step")
	void rollingUpdateFromClientGo() {
		this.observer.start();
		ClientGoElector first = clientGo("old-1");
		await().atMost(PATIENCE).until(first::isLeading);
		ClientGoElector second = clientGo("old-2");
		ConfigurableApplicationContext newFirst = application("new-1");
		assertFollowsFor(newFirst, SECOND.multipliedBy(8));
		first.stop();
		await().atMost(PATIENCE).until(() -> second.isLeading() || leads(newFirst));
		ConfigurableApplicationContext newSecond = application("new-2");
		second.stop();
		await().atMost(PATIENCE).until(() -> leads(newFirst) || leads(newSecond));
		assertThat(this.overlaps).isEmpty();
		// Back again, as after a rollback of the deployment
		ClientGoElector back = clientGo("old-3");
		newFirst.close();
		newSecond.close();
		await().atMost(PATIENCE).until(back::isLeading);
		assertThat(this.overlaps).isEmpty();
	}

	@Test
	void leaseOfAKilledClientGoIsTakenOver() {
		this.observer.start();
		ClientGoElector killed = clientGo("old-1");
		await().atMost(PATIENCE).until(killed::isLeading);
		ConfigurableApplicationContext application = application("new-1");
		assertFollowsFor(application, SECOND.multipliedBy(8));
		killed.kill();
		await().atMost(PATIENCE).until(() -> leads(application));
		assertThat(this.overlaps).isEmpty();
		assertThat(this.cluster.leases().get(LEASE).getMetadata().getAnnotations()).containsKey(LeaseWriter.RECORD);
	}

	@Test
	void rollingUpdateFromFabric8() {
		this.observer.start();
		// Its role has the verb patch, too
		KubernetesClient client = ClientSetup.open(this.cluster.as(KubeApiServer.ADMIN_TOKEN, this.cluster.port()));
		Fabric8Elector old = new Fabric8Elector(client, this.cluster.namespace());
		add(old, () -> old.leading);
		await().atMost(PATIENCE).until(() -> old.leading);
		ConfigurableApplicationContext application = application("new-1");
		assertFollowsFor(application, SECOND.multipliedBy(8));
		old.close();
		await().atMost(PATIENCE).until(() -> leads(application));
		assertThat(this.overlaps).isEmpty();
	}

	private static void assertFollowsFor(ConfigurableApplicationContext context, Duration duration) {
		await().during(duration).atMost(PATIENCE).until(() -> !leads(context));
	}

	/** The elector of the Java client, which Spring Cloud Kubernetes uses, too. */
	private static final class Fabric8Elector implements AutoCloseable {

		volatile boolean leading;

		private final KubernetesClient client;

		private final CompletableFuture<?> running;

		Fabric8Elector(KubernetesClient client, String namespace) {
			this.client = client;
			this.running = client.leaderElector()
				.withConfig(new LeaderElectionConfigBuilder().withName(LEASE)
					.withLock(new LeaseLock(namespace, LEASE, "fabric8"))
					.withLeaseDuration(SECOND.multipliedBy(6))
					.withRenewDeadline(SECOND.multipliedBy(4))
					.withRetryPeriod(SECOND)
					.withReleaseOnCancel()
					.withLeaderCallbacks(
							new LeaderCallbacks(() -> this.leading = true, () -> this.leading = false, (leader) -> {
							}))
					.build())
				.build()
				.start();
		}

		@Override
		public void close() {
			this.running.cancel(true);
			await().atMost(PATIENCE).until(() -> !this.leading);
			this.client.close();
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ KubernetesLeaseStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class })
	static class Application {

		@Bean
		Work work() {
			return new Work();
		}

		static class Work {

			@OnLeader("billing")
			void run() {
			}

		}

	}

}
