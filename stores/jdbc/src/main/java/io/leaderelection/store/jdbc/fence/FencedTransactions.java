/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.fence;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

import javax.sql.DataSource;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.store.StoredTerm;
import org.jspecify.annotations.Nullable;

import org.springframework.dao.DataAccessException;
import org.springframework.dao.InvalidDataAccessApiUsageException;
import org.springframework.dao.InvalidDataAccessResourceUsageException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.jdbc.support.SQLExceptionTranslator;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.AbstractTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Listener that fences the transactions of a transaction manager. A transaction that
 * began in a guarded call, with {@link Leadership#current()} bound to the thread, is
 * committed only if that term is still the latest one. Otherwise the commit fails with a
 * {@link FencedTransactionException} and the transaction is rolled back. Other
 * transactions are not affected.
 * <p>
 * Thread-safe. Add a separate instance to each transaction manager with
 * {@code manager.addListener(...)}; the auto-configuration does so for the managers of an
 * application.
 */
public final class FencedTransactions implements TransactionExecutionListener {

	/** The least time for a commit that begins near the end of a lease. */
	private static final Duration LEAST_SILENCE = Duration.ofSeconds(1);

	private final DataSource dataSource;

	private final Supplier<TermFence> fence;

	private final SQLExceptionTranslator translator = new SQLExceptionSubclassTranslator();

	/**
	 * Keys are compared by identity, and weak in case a manager does not report the end
	 * of a transaction.
	 */
	private final Map<TransactionExecution, Begun> begun = Collections.synchronizedMap(new WeakHashMap<>());

	/**
	 * Creates a listener for the transactions over a data source.
	 * @param dataSource the data source of the transaction manager, as it binds it to
	 * threads
	 * @param fence supplies the fence at each commit; the commit fails if it throws an
	 * exception
	 */
	public FencedTransactions(DataSource dataSource, Supplier<TermFence> fence) {
		this.dataSource = dataSource;
		this.fence = fence;
	}

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		Leadership leadership = (beginFailure == null) ? LeadershipContext.get() : null;
		if (leadership == null) {
			return;
		}
		Begun begins = new Begun(leadership, TransactionSynchronizationManager.getResource(this.dataSource));
		if (!isSavepoint(transaction) || !isCoveredBefore(begins)) {
			this.begun.put(transaction, begins);
		}
	}

	/**
	 * Locks the row of the term and compares it. The transaction manager calls this after
	 * all synchronizations and immediately before the commit or, for a savepoint, before
	 * its release. After a savepoint the row stays locked until the end of the outer
	 * transaction.
	 */
	@Override
	public void beforeCommit(TransactionExecution transaction) {
		Begun ends = this.begun.remove(transaction);
		if (ends == null || transaction.isRollbackOnly()) {
			return;
		}
		try {
			compare(transaction, ends.leadership());
		}
		catch (RuntimeException ex) {
			rollBackSavepoint(transaction, ex);
			if (ex instanceof TransactionException) {
				// After such an exception the manager would not roll back, and the
				// connection would commit when it is returned
				throw new InvalidDataAccessResourceUsageException("A fenced transaction cannot be committed", ex);
			}
			throw ex;
		}
	}

	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable rollbackFailure) {
		this.begun.remove(transaction);
	}

	private static boolean isSavepoint(TransactionExecution transaction) {
		return transaction instanceof TransactionStatus status && status.hasSavepoint();
	}

	/**
	 * Returns whether the commit of an outer transaction compares the same term.
	 */
	private boolean isCoveredBefore(Begun begins) {
		synchronized (this.begun) {
			return this.begun.entrySet()
				.stream()
				.anyMatch((entry) -> !entry.getKey().isCompleted() && begins.isCoveredBy(entry.getValue()));
		}
	}

	/** Leaves the outer transaction to the manager. */
	private static void rollBackSavepoint(TransactionExecution transaction, RuntimeException failure) {
		if (transaction instanceof AbstractTransactionStatus status && status.hasSavepoint()) {
			try {
				status.rollbackToHeldSavepoint();
			}
			catch (TransactionException ex) {
				failure.addSuppressed(ex);
			}
		}
	}

	private void compare(TransactionExecution transaction, Leadership leadership) {
		if (transaction.isReadOnly() && isKeptFromWriting()) {
			return;
		}
		if (!leadership.isValid()) {
			// Without locking, because the lock would delay the next leader
			throw new FencedTransactionException(leadership.election(), leadership.fencingToken(),
					"it is no longer valid by this instance's own clocks", null);
		}
		if (!(leadership instanceof StoredTerm.Bearer bearer)) {
			throw new InvalidDataAccessApiUsageException("A transaction was begun under a Leadership of "
					+ leadership.getClass().getName() + ", which no store has granted: it cannot be fenced");
		}
		if (!transaction.isReadOnly() && transaction instanceof TransactionStatus status) {
			// Otherwise Hibernate would write after the comparison, in the commit
			status.flush();
		}
		if (TransactionSynchronizationManager.getResource(this.dataSource) == null) {
			throw new InvalidDataAccessApiUsageException(
					"The transaction manager does not share its JDBC connection, so its transactions cannot be fenced. "
							+ "With JPA, use Hibernate and its HibernateJpaDialect");
		}
		hold(bearer.storedTerm(), leadership);
	}

	/** Keeps the fence locked until the transaction has committed. */
	private void hold(StoredTerm term, Leadership leadership) {
		TermFence fence = this.fence.get();
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			fence.hold(connection, term, silence(leadership));
		}
		catch (SQLException ex) {
			if (fence.isOvertaken(ex, isRepeatableRead())) {
				throw new FencedTransactionException(leadership.election(), leadership.fencingToken(),
						"a later term began during this transaction", ex);
			}
			throw translate(fence.isConflict(ex)
					? "Comparison with the table of fences: a later term may have begun during this transaction, or it "
							+ "conflicted with another transaction"
					: "Comparison with the table of fences", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	/**
	 * Returns whether the database itself prevents writes. Then there is nothing to
	 * fence, even if the term is over or the connection leads to another database.
	 */
	private boolean isKeptFromWriting() {
		if (TransactionSynchronizationManager.getResource(this.dataSource) == null) {
			return false;
		}
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			return TermFence.refusesWrites(connection);
		}
		catch (SQLException ex) {
			throw translate("Asking whether a transaction is read-only", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	/** Considers only the declared isolation level, not the default of the connection. */
	private static boolean isRepeatableRead() {
		Integer level = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
		return level != null && level == TransactionDefinition.ISOLATION_REPEATABLE_READ;
	}

	/**
	 * Limits how long a silent transaction can delay the next leader to the rest of the
	 * lease.
	 */
	private static Duration silence(Leadership leadership) {
		Duration remaining = leadership.remaining();
		return (remaining.compareTo(LEAST_SILENCE) > 0) ? remaining : LEAST_SILENCE;
	}

	private DataAccessException translate(String task, SQLException failure) {
		DataAccessException translated = this.translator.translate(task, null, failure);
		return (translated != null) ? translated : new UncategorizedSQLException(task, null, failure);
	}

	/**
	 * A transaction that began in a guarded call.
	 *
	 * @param leadership the term in which it began
	 * @param resource the resource that a transaction and its savepoints share, or
	 * {@code null} if it is unknown
	 */
	private record Begun(Leadership leadership, @Nullable Object resource) {

		boolean isCoveredBy(Begun other) {
			return this.resource != null && this.resource.equals(other.resource) && isSameTerm(other.leadership);
		}

		private boolean isSameTerm(Leadership other) {
			return this.leadership instanceof StoredTerm.Bearer mine && other instanceof StoredTerm.Bearer theirs
					&& mine.storedTerm().equals(theirs.storedTerm());
		}

	}

}
