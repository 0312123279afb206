/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.store.Outcome;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests a process that freezes for ever in the middle of a take-over, with its rows
 * locked.
 */
abstract class FrozenTakeOverContract extends FaultFixture {

	private static final String ELECTION = "billing";

	/** Long enough to see that others cannot acquire. */
	private static final Duration CALL = Duration.ofSeconds(4);

	private final CountDownLatch locked = new CountDownLatch(1);

	private final CountDownLatch thawed = new CountDownLatch(1);

	private final AtomicBoolean armed = new AtomicBoolean();

	private final CompletableFuture<Void> committed = new CompletableFuture<>();

	@Test
	void frozenSessionIsEndedAndAnotherTakesOver() throws Exception {
		Contender former = contender("former").win(ELECTION);
		former.release(TIMEOUT, List.of(ELECTION));
		Contender rival = contender("rival");
		rival.acquire(TIMEOUT, List.of(ELECTION));
		Contender frozen = contender("frozen", new FreezingSource());
		assertThat(frozen.acquire(TIMEOUT, List.of(ELECTION)).get(0)).isInstanceOf(Outcome.Free.class);
		this.armed.set(true);
		CompletableFuture<Void> call = CompletableFuture.runAsync(() -> frozen.acquire(CALL, List.of(ELECTION)));
		try {
			assertThat(this.locked.await(1, TimeUnit.MINUTES)).isTrue();
			Outcome kept = rival.acquire(TIMEOUT, List.of(ELECTION)).get(0);
			assertThat(kept).isInstanceOf(Outcome.Leased.class);
			assertThat(((Outcome.Leased) kept).remaining()).isZero();
			await().atMost(Duration.ofMinutes(1))
				.until(() -> rival.acquire(TIMEOUT, List.of(ELECTION)).get(0) instanceof Outcome.Granted);
		}
		finally {
			this.thawed.countDown();
		}
		assertThat(call).failsWithin(Duration.ofMinutes(1));
		assertThat(this.committed).failsWithin(Duration.ofMinutes(1));
		assertGranted(rival.renew(TIMEOUT, List.of(ELECTION)).get(0));
	}

	/** A frozen connection sends nothing, not even when it is closed. */
	private final class FreezingSource extends DelegatingSource {

		FreezingSource() {
			super(database().source());
		}

		@Override
		public Connection open(Duration timeout) throws SQLException {
			ProxyFactory freezing = new ProxyFactory(database().source().open(timeout));
			freezing.addAdvice((MethodInterceptor) (call) -> switch (call.getMethod().getName()) {
				case "abort", "close" -> null;
				case "commit" -> FrozenTakeOverContract.this.armed.get() ? commitLate(call) : call.proceed();
				default -> call.proceed();
			});
			return (Connection) freezing.getProxy();
		}

		private Object commitLate(MethodInvocation commit) throws Throwable {
			FrozenTakeOverContract.this.locked.countDown();
			FrozenTakeOverContract.this.thawed.await();
			try {
				Object result = commit.proceed();
				FrozenTakeOverContract.this.committed.complete(null);
				return result;
			}
			catch (SQLException ex) {
				FrozenTakeOverContract.this.committed.completeExceptionally(ex);
				throw ex;
			}
		}

	}

}
