/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.ObservedDataSource.Step;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Contract for a leader whose threads write in guarded calls and fenced transactions.
 */
abstract class FencedLeaderContract extends FenceFixture {

	private static final String GUARDED = "guarded";

	/**
	 * Long, because a renewal would report the loss. The first renewal is within a third
	 * of it.
	 */
	private static final Duration LONG_LEASE = Duration.ofDays(20);

	private static final Duration SHORT_LEASE = Duration.ofSeconds(3);

	private static final int RENEWALS = 5;

	private static final int WRITERS = 6;

	/** Few, because writers block each other in H2. */
	private static final int WRITES_AT_ONCE = 5;

	private static final int WRITES = 200;

	private final HikariDataSource pool = new HikariDataSource();

	private final JdbcClient pooled = JdbcClient.create(this.pool);

	private final TransactionTemplate transaction = new TransactionTemplate(fenced(this.pool, database()));

	private final AtomicInteger renewals = new AtomicInteger();

	private final List<String> failures = new CopyOnWriteArrayList<>();

	private LeaderElection election;

	private WorkerPool threads;

	/**
	 * Leads.
	 * @return the fencing token
	 */
	private long lead(Duration lease) {
		LeaseStoreFactory factory = storeFactory(database().source());
		ElectionEngine engine = closing(ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(this.namespace)
			.timing(ElectionTiming.builder().lease(lease).build())
			.operationListener(this::completed)
			.build());
		this.election = engine.join(GUARDED).election();
		engine.start();
		await().atMost(TIMEOUT).until(this.election::isLeader);
		closing(this.pool).setJdbcUrl(database().url());
		this.pool.setUsername(database().user());
		this.pool.setMaximumPoolSize(WRITERS + 1);
		this.threads = closing(TimeSystem.system().workers("writers", WRITERS));
		return token();
	}

	private long token() {
		return this.election.leadership().orElseThrow().fencingToken();
	}

	private void completed(String operation, String outcome, Duration took) {
		if (operation.equals("renew")) {
			this.renewals.incrementAndGet();
			if (!outcome.equals("success")) {
				this.failures.add(outcome + " after " + took);
			}
		}
	}

	private CompletableFuture<Void> inParallel(Runnable work) {
		List<CompletableFuture<Void>> writers = new ArrayList<>();
		for (int i = 0; i < WRITERS; i++) {
			writers.add(CompletableFuture.runAsync(work, this.threads));
		}
		return CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new));
	}

	private void write(Step beforeEnd) {
		try (GuardedCall call = this.election.tryEnter(OnLoss.CONTINUE)) {
			assertThat(call).as("the leader considers its term valid").isNotNull();
			beforeEnd.runIn(this.transaction, () -> insert(this.pooled, UUID.randomUUID().toString()));
		}
	}

	private void assertRefused(Step beforeEnd) {
		assertThatExceptionOfType(FencedTransactionException.class).isThrownBy(() -> write(beforeEnd))
			.withMessageContaining("The transaction is rolled back");
	}

	private void assertRefused(int writes) {
		for (int i = 0; i < writes; i++) {
			assertRefused(NOTHING);
		}
	}

	/** The leader does not notice that another candidate leads. */
	@ParameterizedTest
	@ValueSource(strings = { "update leader_lease set expires_at = 0", "delete from leader_lease" })
	void everyFencedWriteAfterATakeOverIsRefused(String force) throws Exception {
		long token = lead(LONG_LEASE);
		List<String> before = written();
		inParallel(() -> write(NOTHING)).join();
		assertThat(written()).hasSize(before.size() + WRITERS).containsAll(before);
		CountDownLatch open = new CountDownLatch(WRITERS);
		CountDownLatch deposed = new CountDownLatch(1);
		CompletableFuture<Void> inFlight = inParallel(() -> assertRefused(() -> {
			open.countDown();
			assertThat(deposed.await(1, TimeUnit.MINUTES)).isTrue();
		}));
		assertThat(open.await(1, TimeUnit.MINUTES)).isTrue();
		List<String> kept = written();
		Contender successor = depose(force);
		assertThat(successor.token(GUARDED)).isGreaterThan(token);
		deposed.countDown();
		inFlight.get(1, TimeUnit.MINUTES);
		assertThat(written()).isEqualTo(kept);
		inParallel(() -> assertRefused(WRITES_AT_ONCE)).get(1, TimeUnit.MINUTES);
		assertRefused(WRITES);
		assertThat(written()).isEqualTo(kept);
		assertGranted(successor.renew(TIMEOUT, List.of(GUARDED)).get(0));
	}

	/** Damages the record and lets another candidate acquire it. */
	private Contender depose(String force) throws SQLException {
		assertThat(execute(this.admin, force + " where namespace = ? and election = ?", GUARDED)).isEqualTo(1);
		Contender successor = contender("successor");
		await().atMost(TIMEOUT)
			.until(() -> successor.acquire(TIMEOUT, List.of(GUARDED)).get(0) instanceof Outcome.Granted);
		return successor;
	}

	@Test
	@Tag("slow")
	void renewalsContinueUnderSteadyTraffic() throws Exception {
		long token = lead(SHORT_LEASE);
		AtomicBoolean end = new AtomicBoolean();
		AtomicInteger committed = new AtomicInteger();
		CompletableFuture<Void> writers = inParallel(() -> {
			while (!end.get()) {
				write(NOTHING);
				committed.incrementAndGet();
			}
		});
		int before = this.renewals.get();
		await().atMost(TIMEOUT).until(() -> writers.isDone() || this.renewals.get() >= before + RENEWALS);
		end.set(true);
		writers.get(1, TimeUnit.MINUTES);
		assertThat(this.failures).isEmpty();
		assertThat(token()).isEqualTo(token);
		assertThat(committed).hasValueGreaterThan(WRITERS * RENEWALS);
	}

}
