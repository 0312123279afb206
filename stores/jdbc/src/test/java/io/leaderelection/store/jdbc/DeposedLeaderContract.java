/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import com.zaxxer.hikari.HikariDataSource;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import io.leaderelection.store.jdbc.fence.FencedTransactions;
import io.leaderelection.store.jdbc.fence.TermFence;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WorkerPool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Contract for a leader that does not notice the take-over by another candidate: nothing
 * that it writes afterwards is committed.
 */
abstract class DeposedLeaderContract extends FaultFixture {

	private static final String ELECTION = "deposed";

	/**
	 * Long, because a renewal would report the loss. The first renewal is within a third
	 * of it.
	 */
	private static final Duration LONG_LEASE = Duration.ofDays(20);

	private static final int WRITERS = 4;

	/** Few, because writers block each other in H2. */
	private static final int WRITES_AT_ONCE = 5;

	private static final int WRITES = 200;

	@ParameterizedTest
	@ValueSource(strings = { "update leader_lease set expires_at = 0", "delete from leader_lease" })
	void everyFencedWriteAfterATakeOverIsRefused(String force) throws Exception {
		execute("create table if not exists deposed_work (id varchar(40) primary key)");
		LeaseStoreFactory factory = storeFactory(database().source());
		ElectionEngine engine = closing(ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace(this.namespace)
			.timing(ElectionTiming.builder().lease(LONG_LEASE).build())
			.build());
		LeaderElection election = engine.join(ELECTION).election();
		engine.start();
		await().atMost(TIMEOUT).until(election::isLeader);
		long token = election.leadership().orElseThrow().fencingToken();
		try (HikariDataSource pool = pool(); WorkerPool threads = TimeSystem.system().workers("writers", WRITERS)) {
			Writer writer = new Writer(election, pool);
			List<String> before = writer.written();
			inParallel(threads, () -> writer.write(() -> {
			})).join();
			assertThat(writer.written()).hasSize(before.size() + WRITERS).containsAll(before);

			CountDownLatch open = new CountDownLatch(WRITERS);
			CountDownLatch deposed = new CountDownLatch(1);
			CompletableFuture<Void> inFlight = inParallel(threads, () -> writer.assertRefused(() -> {
				open.countDown();
				assertThat(deposed.await(1, TimeUnit.MINUTES)).isTrue();
			}));
			assertThat(open.await(1, TimeUnit.MINUTES)).isTrue();
			List<String> kept = writer.written();
			Contender successor = depose(force);
			assertThat(successor.token(ELECTION)).isGreaterThan(token);
			deposed.countDown();
			inFlight.get(1, TimeUnit.MINUTES);
			assertThat(writer.written()).isEqualTo(kept);

			inParallel(threads, () -> writer.assertRefused(WRITES_AT_ONCE)).get(1, TimeUnit.MINUTES);
			writer.assertRefused(WRITES);
			assertThat(writer.written()).isEqualTo(kept);
			assertGranted(successor.renew(TIMEOUT, List.of(ELECTION)).get(0));
		}
	}

	/** Damages the record and lets another candidate acquire it. */
	private Contender depose(String force) throws Exception {
		assertThat(execute(this.admin, force + " where namespace = ? and election = ?", ELECTION)).isEqualTo(1);
		Contender successor = contender("successor");
		await().atMost(TIMEOUT)
			.until(() -> successor.acquire(TIMEOUT, List.of(ELECTION)).get(0) instanceof Outcome.Granted);
		return successor;
	}

	private static CompletableFuture<Void> inParallel(WorkerPool threads, Runnable work) {
		List<CompletableFuture<Void>> writers = new ArrayList<>();
		for (int i = 0; i < WRITERS; i++) {
			writers.add(CompletableFuture.runAsync(work, threads));
		}
		return CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new));
	}

	private HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl(database().url());
		pool.setUsername(database().user());
		pool.setMaximumPoolSize(WRITERS + 1);
		return pool;
	}

	/** Writes in a guarded call of the leader. */
	private final class Writer {

		private final LeaderElection election;

		private final JdbcClient jdbc;

		private final TransactionTemplate transaction;

		Writer(LeaderElection election, HikariDataSource pool) {
			this.election = election;
			this.jdbc = JdbcClient.create(pool);
			JdbcTransactionManager manager = new JdbcTransactionManager(pool);
			TermFence fence = TermFence.of(new LeaseSchema(JdbcDialect.ofUrl(database().url()).orElseThrow(),
					JdbcLeaseStoreFactory.DEFAULT_TABLE_NAME));
			manager.addListener(new FencedTransactions(pool, () -> fence));
			this.transaction = new TransactionTemplate(manager);
		}

		void write(ObservedDataSource.Step beforeEnd) {
			try (GuardedCall call = this.election.tryEnter(OnLoss.CONTINUE)) {
				assertThat(call).as("the leader considers its term valid").isNotNull();
				this.transaction.executeWithoutResult((status) -> {
					this.jdbc.sql("insert into deposed_work (id) values (?)")
						.param(UUID.randomUUID().toString())
						.update();
					try {
						beforeEnd.run();
					}
					catch (Exception ex) {
						throw new IllegalStateException(ex);
					}
				});
			}
		}

		void assertRefused(ObservedDataSource.Step beforeEnd) {
			assertThatExceptionOfType(FencedTransactionException.class).isThrownBy(() -> write(beforeEnd))
				.withMessageContaining("The transaction is rolled back");
		}

		void assertRefused(int writes) {
			for (int i = 0; i < writes; i++) {
				assertRefused(() -> {
				});
			}
		}

		List<String> written() {
			return this.jdbc.sql("select id from deposed_work order by id").query(String.class).list();
		}

	}

}
