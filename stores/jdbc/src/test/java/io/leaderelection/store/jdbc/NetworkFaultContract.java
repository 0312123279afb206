/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.leaderelection.servers.TcpProxy;
import io.leaderelection.servers.faults.CheckpointTraffic;
import io.leaderelection.servers.faults.PreferenceTraffic;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.connection.DriverConnectionSource;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.testkit.StoreCandidate;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Contract for network faults between the store and its server.
 */
public abstract class NetworkFaultContract extends FaultFixture {

	private static final Duration SHORT = Duration.ofSeconds(1);

	/**
	 * Much longer than a loaded machine needs, and much shorter than the drivers' default
	 * timeouts.
	 */
	private static final Duration SOON = Duration.ofSeconds(15);

	protected TcpProxy proxy;

	/** Returns the port of the server itself. */
	protected abstract int port();

	@BeforeEach
	protected void openProxy() {
		this.proxy = closing(TcpProxy.to(port()));
	}

	protected final ConnectionSource proxied() {
		String direct = ":" + port() + "/";
		assertThat(database().url()).contains(direct);
		return new DriverConnectionSource(database().url().replace(direct, ":" + this.proxy.port() + "/"),
				database().user(), "");
	}

	@ParameterizedTest
	@EnumSource
	protected void blackHoledCallTimesOutAndTheNextWorks(TcpProxy.Direction direction) {
		Contender contender = contender("first", proxied()).win("a");
		this.proxy.blackHole(direction);
		for (int i = 0; i < 2; i++) {
			assertFails(() -> contender.renew(SHORT, List.of("a")));
		}
		this.proxy.heal();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		contender("witness").acquire(TIMEOUT, List.of("a"));
	}

	@Test
	protected void plainRenewalsSendNoCheckpoints() {
		CheckpointTraffic.assertPlainRenewalsSendNoNotes(this.proxy, candidate());
	}

	@Test
	protected void nothingIsSentWithoutAPreference() {
		PreferenceTraffic.assertNothingIsSentWithoutAPreference(this.proxy, storeFactory(proxied()), candidate());
	}

	@Test
	protected void checkpointIsSentAgainAfterALostAnswer() {
		CheckpointTraffic.assertLostAnswerIsAskedForAgain(this.proxy, candidate());
	}

	private StoreCandidate candidate() {
		return closing(new StoreCandidate(storeFactory(proxied()).open(), "candidate", LEASE));
	}

	@Test
	protected void blackHoledConnectTimesOut() {
		this.proxy.blackHole();
		Contender contender = contender("first", proxied());
		assertFails(() -> contender.acquire(SHORT, List.of("a")));
		this.proxy.heal();
		contender.win("a");
	}

	@Test
	protected void lostDataIsUnknownAndTheNextCallWorks() {
		Contender contender = contender("first", proxied()).win("a");
		this.proxy.lose();
		assertFails(() -> contender.renew(SHORT, List.of("a")));
		this.proxy.heal();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	protected void aGrantWhoseAnswerWasLostIsRepeated() {
		Contender contender = contender("first", proxied()).win("other");
		int before = this.proxy.cuts();
		for (int answers = 0; answers < 16; answers++) {
			String election = "e" + answers;
			this.proxy.cutAnswerAfter(answers);
			assertGranted(contender.acquire(TIMEOUT, List.of(election)).get(0));
			this.proxy.heal();
			assertThat(contender.observe(TIMEOUT, List.of(election)).get(0)).isInstanceOf(Outcome.Leased.class);
			assertGranted(contender.renew(TIMEOUT, List.of(election)).get(0));
		}
		assertThat(this.proxy.cuts()).as("lost answers").isGreaterThan(before);
	}

	@Test
	protected void aReleaseWhoseAnswerWasLostIsRepeated() {
		Contender contender = contender("first", proxied()).win("a");
		int before = this.proxy.cuts();
		this.proxy.cutNextAnswer();
		assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		assertThat(this.proxy.cuts()).as("lost answers").isEqualTo(before + 1);
		assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
		Contender second = contender("second");
		second.acquire(TIMEOUT, List.of("a"));
		second.win("a");
	}

	@Test
	protected void lateAnswerOfASlowServerIsDropped() {
		Contender contender = contender("first", proxied()).win("a");
		this.proxy.delay(Duration.ofSeconds(3), TcpProxy.Direction.TO_CLIENT);
		assertFails(() -> contender.renew(SHORT, List.of("a")));
		this.proxy.heal();
		List<Outcome.OfRenew> outcomes = contender.renew(TIMEOUT, List.of("a"));
		assertGranted(outcomes.get(0));
		assertThat(((Outcome.Granted) outcomes.get(0)).token()).isEqualTo(contender.token("a"));
	}

	@Test
	protected void aConnectionThatWasResetIsReplacedWithinTheCall() {
		Contender contender = contender("first", proxied()).win("a");
		this.proxy.reset();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
		this.proxy.reset();
		assertThat(contender.observe(TIMEOUT, List.of("a")).get(0)).isNotInstanceOf(Outcome.Unknown.class);
		this.proxy.reset();
		assertThat(contender.release(TIMEOUT, List.of("a")).get(0)).isEqualTo(new Outcome.Released());
	}

	@Test
	protected void aServerThatResetsEachConnectionIsReported() {
		Contender contender = contender("first", proxied()).win("a");
		this.proxy.refuse();
		assertFails(() -> contender.renew(TIMEOUT, List.of("a")));
		this.proxy.heal();
		assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0));
	}

	@Test
	protected void callsDoNotQueueBehindOneThatHangs() throws Exception {
		Contender contender = contender("first", proxied()).win("a");
		this.proxy.blackHole();
		List<CompletableFuture<Throwable>> ends = new ArrayList<>();
		long begin = System.nanoTime();
		try (WorkerPool threads = TimeSystem.system().workers("callers", 6)) {
			for (int i = 0; i < 6; i++) {
				CompletableFuture<Throwable> end = new CompletableFuture<>();
				ends.add(end);
				threads.execute(() -> {
					try {
						contender.observe(SHORT, List.of("a"));
						end.complete(new AssertionError("answered"));
					}
					catch (RuntimeException ex) {
						end.complete(ex);
					}
				});
			}
		}
		for (CompletableFuture<Throwable> end : ends) {
			assertThat(end.get(1, TimeUnit.MINUTES)).isExactlyInstanceOf(LeaseStoreException.class);
		}
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
		this.proxy.heal();
		Awaitility.await()
			.atMost(SOON)
			.untilAsserted(() -> assertGranted(contender.renew(TIMEOUT, List.of("a")).get(0)));
	}

	private static void assertFails(Runnable call) {
		long begin = System.nanoTime();
		assertThatThrownBy(call::run).isExactlyInstanceOf(LeaseStoreException.class);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
	}

}
