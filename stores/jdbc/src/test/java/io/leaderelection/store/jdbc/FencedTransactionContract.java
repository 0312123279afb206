/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.UUID;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.store.jdbc.fence.FencedTransactionException;
import io.leaderelection.store.jdbc.fence.FencedTransactions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.Ordered;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Contract of fenced transactions, with plain JDBC.
 */
abstract class FencedTransactionContract extends FenceFixture {

	/**
	 * Returns the exception for a later term in SERIALIZABLE: that of any conflict, but
	 * MariaDB and MySQL read the latest committed row, or report that it has changed.
	 */
	Class<? extends RuntimeException> refusalIfSerializable() {
		return (database().dialect() == JdbcDialect.MYSQL) ? FencedTransactionException.class
				: ConcurrencyFailureException.class;
	}

	@ParameterizedTest
	@ValueSource(ints = { TransactionDefinition.ISOLATION_READ_COMMITTED,
			TransactionDefinition.ISOLATION_REPEATABLE_READ, TransactionDefinition.ISOLATION_SERIALIZABLE })
	void theLatestTermCommits(int isolation) {
		String id = write(this.term, transaction(isolation), NOTHING);
		assertThat(written()).contains(id);
		String next = write(this.term, transaction(isolation), NOTHING);
		assertThat(written()).contains(id, next);
	}

	@ParameterizedTest
	@ValueSource(ints = { TransactionDefinition.ISOLATION_DEFAULT, TransactionDefinition.ISOLATION_READ_COMMITTED,
			TransactionDefinition.ISOLATION_REPEATABLE_READ })
	void aTermThatWasSucceededDuringTheTransactionIsRolledBack(int isolation) {
		List<String> before = written();
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, transaction(isolation), () -> assertGranted(succeed())))
			.withMessageContaining("The transaction is rolled back")
			.withMessageContaining(ELECTION)
			.satisfies((ex) -> assertThat(ex.getElection()).isEqualTo(ELECTION))
			.satisfies((ex) -> assertThat(ex.getFencingToken()).isEqualTo(this.term.fencingToken()));
		assertThat(written()).isEqualTo(before);
		assertThat(this.dataSource.calls()).doesNotContain("commit").contains("rollback");
	}

	@Test
	void succeededSerializableTransactionIsRolledBack() {
		List<String> before = written();
		assertThatExceptionOfType(refusalIfSerializable()).isThrownBy(() -> write(this.term,
				transaction(TransactionDefinition.ISOLATION_SERIALIZABLE), () -> assertGranted(succeed())));
		assertThat(written()).isEqualTo(before);
	}

	@ParameterizedTest
	@ValueSource(
			ints = { TransactionDefinition.ISOLATION_READ_COMMITTED, TransactionDefinition.ISOLATION_REPEATABLE_READ })
	void aTermThatWasSucceededBeforeTheTransactionIsRolledBack(int isolation) {
		assertGranted(succeed());
		List<String> before = written();
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, transaction(isolation), NOTHING))
			.withMessageContaining("has begun");
		assertThat(written()).isEqualTo(before);
	}

	@Test
	void anotherTermWithTheSameTokenIsAnotherTerm() throws Exception {
		execute(this.admin, "update leader_fence set nonce = '" + UUID.randomUUID().toString().replace("-", "")
				+ "' where namespace = ? and election = ?", ELECTION);
		assertRefused(this.term);
	}

	@Test
	void missingFenceRowPreventsTheCommit() throws Exception {
		execute(this.admin, "delete from leader_fence where namespace = ? and election = ?", ELECTION);
		assertRefused(this.term);
	}

	@Test
	void termThatIsOverLocallyLocksNothing() throws Exception {
		lock("leader_fence", ELECTION);
		assertRefused(this.term.over());
	}

	private void assertRefused(BelievedTerm term) {
		List<String> before = written();
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(term, transaction(), NOTHING));
		assertThat(written()).isEqualTo(before);
	}

	@Test
	@Tag("mutation")
	void successorWaitsBetweenComparisonAndCommit() {
		this.dataSource.beforeCommit(() -> {
			assertGranted(this.leader.renew(TIMEOUT, List.of(ELECTION)).get(0));
			assertKeptOut(succeed());
		});
		String id = write(this.term, transaction(), NOTHING);
		this.dataSource.beforeCommit(NOTHING);
		assertThat(written()).contains(id);
		assertGranted(succeed());
	}

	@Test
	void comparisonIsTheLastStepBeforeTheCommit() {
		String late = UUID.randomUUID().toString();
		write(this.term, transaction(),
				() -> TransactionSynchronizationManager.registerSynchronization(new LateWriter(late)));
		assertThat(written()).contains(late + "1", late + "2");
		List<String> calls = this.dataSource.calls();
		int commit = calls.indexOf("commit");
		assertThat(calls.get(commit - 1)).contains("leader_fence");
		assertThat(calls.subList(0, commit - 1)).noneMatch((call) -> call.contains("leader_fence"));
	}

	@Test
	void transactionsOutsideGuardedCallsAreNotFenced() {
		assertGranted(succeed());
		String id = write(null, transaction(), NOTHING);
		assertThat(written()).contains(id);
		assertThat(this.dataSource.calls()).noneMatch((call) -> call.contains("leader_fence"));
	}

	@Test
	void transactionKeepsTheTermInWhichItBegan() {
		assertGranted(succeed());
		// Begun outside the guarded call, and committed after it
		String outer = write(null, transaction(), () -> LeadershipContext.set(this.term));
		assertThat(written()).contains(outer);
		// Begun in the guarded call, and committed after it
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, transaction(), () -> LeadershipContext.set(null)));
	}

	@Test
	void innerAndOuterTransactionEachHaveTheirOwnTerm() {
		assertGranted(succeed());
		TransactionTemplate inner = transaction();
		inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		String outer = write(null, transaction(), () -> assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, inner, NOTHING)));
		assertThat(written()).contains(outer);
		assertThatExceptionOfType(FencedTransactionException.class)
			.isThrownBy(() -> write(this.term, transaction(), () -> {
				LeadershipContext.set(null);
				write(null, inner, NOTHING);
			}));
	}

	@Test
	void aTransactionThatRollsBackIsNotCompared() {
		assertGranted(succeed());
		LeadershipContext.set(this.term);
		transaction().executeWithoutResult((status) -> {
			insert(this.jdbc, "rolled back");
			status.setRollbackOnly();
		});
		assertThat(written()).doesNotContain("rolled back");
		assertThat(this.dataSource.calls()).contains("rollback").noneMatch((call) -> call.contains("leader_fence"));
	}

	@Test
	void transactionThatCannotWriteIsNotCompared() {
		assertGranted(succeed());
		LeadershipContext.set(this.term);
		TransactionTemplate readOnly = transaction();
		readOnly.setReadOnly(true);
		// Only PostgreSQL refuses to write there
		if (database().dialect() == JdbcDialect.POSTGRESQL) {
			assertThat(readOnly.<List<String>>execute((status) -> written())).isNotNull();
		}
		else {
			assertThatExceptionOfType(FencedTransactionException.class)
				.isThrownBy(() -> readOnly.<List<String>>execute((status) -> written()));
		}
	}

	@Test
	void aReadOnlyTransactionOfTheLatestTermCommits() {
		LeadershipContext.set(this.term);
		TransactionTemplate readOnly = transaction();
		readOnly.setReadOnly(true);
		assertThat(readOnly.<List<String>>execute((status) -> written())).isNotNull();
	}

	@Test
	void aLeadershipThatNoStoreGrantedIsRefused() {
		List<String> before = written();
		Leadership foreign = (Leadership) Proxy.newProxyInstance(getClass().getClassLoader(),
				new Class<?>[] { Leadership.class }, (proxy, method, arguments) -> method.invoke(this.term, arguments));
		assertThatExceptionOfType(InvalidDataAccessApiUsageException.class)
			.isThrownBy(() -> write(foreign, transaction(), NOTHING));
		assertThat(written()).isEqualTo(before);
	}

	@Test
	void anyFailureOfTheFenceRollsBack() {
		this.manager.setTransactionExecutionListeners(List.of(new FencedTransactions(this.dataSource, () -> {
			throw new TransactionTimedOutException("as a manager may throw");
		})));
		List<String> before = written();
		assertThatExceptionOfType(InvalidDataAccessResourceUsageException.class)
			.isThrownBy(() -> write(this.term, transaction(), NOTHING))
			.withCauseInstanceOf(TransactionTimedOutException.class);
		assertThat(written()).isEqualTo(before);
	}

	/** Writes as late as a synchronization can write. */
	private final class LateWriter implements TransactionSynchronization, Ordered {

		private final String id;

		LateWriter(String id) {
			this.id = id;
		}

		@Override
		public int getOrder() {
			return Ordered.LOWEST_PRECEDENCE;
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			insert(this.id + "1");
		}

		@Override
		public void beforeCompletion() {
			insert(this.id + "2");
		}

		private void insert(String id) {
			FenceFixture.insert(FencedTransactionContract.this.jdbc, id);
		}

	}

}
