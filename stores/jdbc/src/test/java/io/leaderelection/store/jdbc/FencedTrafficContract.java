/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
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
import io.leaderelection.store.jdbc.fence.FencedTransactions;
import io.leaderelection.store.jdbc.fence.TermFence;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Contract that steady traffic of fenced transactions does not delay renewals.
 */
abstract class FencedTrafficContract extends FaultFixture {

	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final int RENEWALS = 5;

	private static final int WRITERS = 6;

	private final List<Duration> renewals = new CopyOnWriteArrayList<>();

	private final List<String> failures = new CopyOnWriteArrayList<>();

	private final AtomicInteger committed = new AtomicInteger();

	@Test
	void renewalsContinueUnderSteadyTraffic() throws Exception {
		execute("create table if not exists fenced_work (id varchar(40) primary key)");
		LeaseStoreFactory factory = storeFactory(database().source());
		ElectionEngine engine = closing(ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(this.namespace)
			.timing(ElectionTiming.builder().lease(LEASE).build())
			.operationListener(this::completed)
			.build());
		LeaderElection election = engine.join("traffic").election();
		engine.start();
		await().atMost(TIMEOUT).until(election::isLeader);
		long token = election.leadership().orElseThrow().fencingToken();
		await().atMost(TIMEOUT).until(() -> this.renewals.size() >= RENEWALS);
		List<Duration> quiet = List.copyOf(this.renewals);
		this.renewals.clear();
		AtomicBoolean end = new AtomicBoolean();
		List<CompletableFuture<Void>> writers = new ArrayList<>();
		try (HikariDataSource pool = pool(); WorkerPool threads = TimeSystem.system().workers("writers", WRITERS)) {
			JdbcTransactionManager manager = new JdbcTransactionManager(pool);
			TermFence fence = TermFence.of(new LeaseSchema(JdbcDialect.ofUrl(database().url()).orElseThrow(),
					JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME));
			manager.addListener(new FencedTransactions(pool, () -> fence));
			for (int i = 0; i < WRITERS; i++) {
				CompletableFuture<Void> writer = new CompletableFuture<>();
				writers.add(writer);
				threads.execute(() -> write(election, manager, end, writer));
			}
			await().atMost(TIMEOUT).until(() -> this.renewals.size() >= RENEWALS);
			end.set(true);
			for (CompletableFuture<Void> writer : writers) {
				writer.get(1, TimeUnit.MINUTES);
			}
		}
		assertThat(this.failures).isEmpty();
		assertThat(election.leadership().orElseThrow().fencingToken()).isEqualTo(token);
		assertThat(this.committed).hasValueGreaterThan(WRITERS * RENEWALS);
		System.out.printf("%s: renewals without traffic %s, with %d fenced transactions of %d writers %s%n",
				database().name(), summary(quiet), this.committed.get(), WRITERS, summary(this.renewals));
	}

	private void completed(String operation, String outcome, Duration took) {
		if (operation.equals("renew")) {
			this.renewals.add(took);
			if (!outcome.equals("success")) {
				this.failures.add(outcome + " after " + took);
			}
		}
	}

	private void write(LeaderElection election, JdbcTransactionManager manager, AtomicBoolean end,
			CompletableFuture<Void> done) {
		JdbcClient jdbc = JdbcClient.create(manager.getDataSource());
		TransactionTemplate transaction = new TransactionTemplate(manager);
		try {
			while (!end.get()) {
				try (GuardedCall call = election.tryEnter(OnLoss.CONTINUE)) {
					assertThat(call).isNotNull();
					transaction.executeWithoutResult((status) -> jdbc.sql("insert into fenced_work (id) values (?)")
						.param(UUID.randomUUID().toString())
						.update());
				}
				this.committed.incrementAndGet();
			}
			done.complete(null);
		}
		catch (RuntimeException | Error ex) {
			done.completeExceptionally(ex);
		}
	}

	private HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(database().url());
		pool.setUsername(database().user());
		pool.setMaximumPoolSize(WRITERS);
		return pool;
	}

	private static String summary(List<Duration> durations) {
		List<Duration> sorted = new ArrayList<>(durations);
		Collections.sort(sorted);
		return "median %.1f ms, max %.1f ms".formatted(sorted.get(sorted.size() / 2).toNanos() / 1e6,
				sorted.get(sorted.size() - 1).toNanos() / 1e6);
	}

}
