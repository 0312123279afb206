/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.leaderelection.servers.KubeApiServer;
import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.testkit.WatchedNotifications;
import io.leaderelection.time.TimeSystem;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store while a real API server ends watches, sheds load, and forgets old versions of
 * objects.
 */
@Tag("server")
@Tag("slow")
class ClusterFaultsIT {

	private static final Duration LEASE = Duration.ofMinutes(5);

	private static final Duration SHORT = Duration.ofSeconds(2);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private TestCluster cluster;

	private TestCluster start(String... options) {
		this.cluster = TestCluster.ofItsOwn(options);
		this.opened.add(this.cluster);
		return this.cluster;
	}

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	private TestCandidate candidate(String name, Config config) {
		TestCandidate candidate = new TestCandidate(KubernetesLeaseStoreFactory.builder(config).build().open(), name,
				LEASE);
		this.opened.add(candidate);
		return candidate;
	}

	private TestCandidate candidate(String name) {
		return candidate(name, this.cluster.config());
	}

	private static void cycle(TestCandidate candidate, String election) {
		candidate.win(election);
		candidate.release(election);
	}

	/**
	 * Priority and fairness leave the service account one request at a time, and while
	 * etcd hangs, one request takes that place.
	 */
	@Test
	void requestThatTheServerShedsIsReportedAndTheTermGoesOn() {
		start();
		this.cluster.limitToOneRequestAtATime();
		TestCandidate leader = candidate("leader").timeout(SHORT);
		TestCandidate other = candidate("other").timeout(SHORT);
		long token = leader.win("e").token();
		AtomicBoolean over = new AtomicBoolean();
		this.cluster.server().etcd().freeze();
		CompletableFuture<Void> others = CompletableFuture.runAsync(() -> {
			while (!over.get()) {
				other.observe("other");
			}
		});
		try {
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.untilAsserted(() -> assertThat(leader.renew("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
						(unknown) -> assertThat(unknown.cause()).hasMessageContaining("status 429")
							.hasMessageContaining("The API server sheds load")));
		}
		finally {
			over.set(true);
			this.cluster.server().etcd().thaw();
		}
		others.join();
		assertThat(leader.renewWhenReached("e")).isInstanceOfSatisfying(Outcome.Granted.class,
				(granted) -> assertThat(granted.token()).isEqualTo(token));
	}

	/** A server that stops in good order ends the watches itself. */
	@Test
	void watchThatTheServerEndsIsOpenedAgain() throws Exception {
		start("--shutdown-watch-termination-grace-period=10s");
		TestCandidate leader = candidate("leader");
		WatchedNotifications notifications = candidate("follower").watch();
		leader.win("e");
		this.cluster.server().stop();
		notifications.await("live false");
		this.cluster.server().start();
		notifications.await("live true");
		assertThat(leader.renewWhenReached("e")).isInstanceOf(Outcome.Granted.class);
		leader.release("e");
		notifications.await("notification e");
	}

	/**
	 * As after an {@code OutOfMemoryError} in the only thread of the JDK's client: it
	 * sends nothing more, and its watch receives nothing.
	 */
	@Test
	void clientThatSendsNothingMoreIsReplaced() throws Exception {
		start();
		TestCandidate leader = candidate("leader");
		long token = leader.win("e").token();
		AtomicBoolean dead = new AtomicBoolean();
		Iterator<KubernetesClient> clients = List.of(clientThatDies(dead), ClientSetup.open(this.cluster.config()))
			.iterator();
		KubernetesStoreSettings settings = new KubernetesStoreSettings(this.cluster.namespace(),
				KubernetesLeaseStoreFactory.DEFAULT_NAME_PREFIX, Map.of(), Map.of(), false);
		try (TestCandidate follower = new TestCandidate(
				KubernetesLeaseStoreFactory.open(clients::next, settings, TimeSystem.system()), "follower", LEASE)) {
			WatchedNotifications notifications = follower.watch();
			dead.set(true);
			follower.timeout(Duration.ofMillis(500));
			for (int i = 0; i < CurrentClient.MAX_UNANSWERED; i++) {
				assertThat(follower.observe("e")).isInstanceOf(Outcome.Unknown.class);
			}
			follower.timeout(LEASE);
			assertThat(follower.observe("e")).isInstanceOfSatisfying(Outcome.Leased.class,
					(leased) -> assertThat(leased.token()).isEqualTo(token));
			notifications.await("live false");
			notifications.await("live true");
			leader.release("e");
			notifications.await("notification e");
		}
	}

	private KubernetesClient clientThatDies(AtomicBoolean dead) {
		ExecutorService threads = Executors.newCachedThreadPool();
		this.opened.add(threads::shutdownNow);
		return new KubernetesClientBuilder()
			.withConfig(new ConfigBuilder(this.cluster.config()).withHttp2Disable(true).build())
			.withHttpClientFactory(new JdkHttpClientFactory() {

				@Override
				protected void additionalConfig(HttpClient.Builder builder) {
					builder.executor((task) -> {
						if (!dead.get()) {
							threads.execute(task);
						}
					});
				}

			})
			.build();
	}

	@Test
	void twoServersOverOneEtcdAreOneStore() throws Exception {
		start();
		try (KubeApiServer other = this.cluster.server().another()) {
			Config config = new ConfigBuilder(this.cluster.config(other.port()))
				.withCaCertFile(other.trusted().toString())
				.build();
			try (TestCandidate rival = new TestCandidate(KubernetesLeaseStoreFactory.builder(config).build().open(),
					"rival", LEASE)) {
				TestCandidate leader = candidate("leader");
				WatchedNotifications notifications = rival.watch();
				for (int i = 0; i < 20; i++) {
					long token = leader.win("e").token();
					assertThat(rival.acquire("e")).isInstanceOf(Outcome.Leased.class);
					leader.release("e");
					notifications.await("notification e");
					assertThat(rival.win("e").token()).isGreaterThan(token);
					assertThat(leader.renew("e")).isEqualTo(new Outcome.Lost());
					rival.release("e");
				}
			}
		}
	}

	/**
	 * Between the list and the watch, the server forgets the version of the list: it
	 * answers 410.
	 */
	@Test
	void watchFromAForgottenVersionStartsAgain() throws Exception {
		start();
		try (FilteredCluster filtered = FilteredCluster.of(this.cluster)) {
			TestCandidate follower = candidate("follower", filtered.config());
			TestCandidate leader = candidate("leader");
			AtomicBoolean listed = new AtomicBoolean();
			AtomicBoolean forgotten = new AtomicBoolean();
			filtered.whenApplied(LeaseVerb.LIST, () -> {
				listed.set(true);
				Awaitility.await().atMost(TestCandidate.PATIENCE).untilTrue(forgotten);
			});
			WatchedNotifications notifications = new WatchedNotifications();
			follower.store().watch(TestCandidate.key("e").namespace(), notifications);
			Awaitility.await().atMost(TestCandidate.PATIENCE).untilTrue(listed);
			IntStream.range(0, 50).forEach((i) -> cycle(leader, "e"));
			this.cluster.server().etcd().compact();
			this.cluster.server().kill();
			this.cluster.server().start();
			forgotten.set(true);
			Awaitility.await()
				.atMost(TestCandidate.PATIENCE)
				.until(() -> this.cluster.requests().stream().filter("list leases"::equals).count() >= 2);
			notifications.await("live true");
			notifications.clear();
			cycle(leader, "e");
			notifications.await("notification e");
		}
	}

	@Test
	void rotatedTokenIsUsed() {
		start();
		AtomicReference<String> token = new AtomicReference<>("expired");
		TestCandidate leader = candidate("leader",
				new ConfigBuilder(this.cluster.config()).withOauthToken(null)
					.withOauthTokenProvider(token::get)
					.build());
		assertThat(leader.acquire("e")).isInstanceOfSatisfying(Outcome.Unknown.class,
				(unknown) -> assertThat(unknown.cause()).hasMessageContaining("status 401"));
		token.set(this.cluster.token());
		assertThat(leader.acquire("e")).isInstanceOf(Outcome.Granted.class);
	}

	@Test
	void thousandElectionsAreAcquiredRenewedAndObserved() {
		start();
		TestCandidate leader = candidate("leader").timeout(LEASE);
		List<String> names = IntStream.range(0, 1000).mapToObj((i) -> "e" + i).toList();
		names.forEach(leader::win);
		names.forEach((name) -> assertThat(leader.renew(name)).isInstanceOf(Outcome.Granted.class));
		List<ElectionKey> keys = names.stream().map(TestCandidate::key).toList();
		int before = this.cluster.requests().size();
		assertThat(candidate("follower").store().observe(keys, LEASE)).hasSize(1000)
			.allSatisfy((it) -> assertThat(it).isInstanceOf(Outcome.Leased.class));
		assertThat(this.cluster.requests().size() - before).as("lists").isLessThan(10);
	}

}
