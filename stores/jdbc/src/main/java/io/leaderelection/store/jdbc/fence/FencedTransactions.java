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
 * Fences the transactions of a transaction manager: one that began in guarded work, with
 * {@link Leadership#current()} bound to the thread, is committed only if that term is
 * still the latest one. Else the commit fails with a {@link FencedTransactionException}
 * and the transaction is rolled back. All other transactions are left alone.
 * <p>
 * Safe for use by several threads. Added to a manager of its own with
 * {@code manager.addListener(...)}; the managers of an application are fenced by the
 * auto-configuration.
 */
public final class FencedTransactions implements TransactionExecutionListener {

	/** A commit that begins late in a lease gets this much time. */
	private static final Duration LEAST_SILENCE = Duration.ofSeconds(1);

	private final DataSource dataSource;

	private final Supplier<TermFence> fence;

	private final SQLExceptionTranslator translator = new SQLExceptionSubclassTranslator();

	/** Distinguished by identity. Weak, should a manager forget to report an end. */
	private final Map<TransactionExecution, Begun> begun = Collections.synchronizedMap(new WeakHashMap<>());

	/**
	 * Fences transactions over a data source.
	 * @param dataSource what the transaction manager works on, as it binds it to threads
	 * @param fence the fence, asked for at each commit; what it throws fails the commit
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
	 * Called after all synchronizations, as the last thing before the commit itself; for
	 * a savepoint, before it is released. Then the row stays locked until the end of the
	 * transaction around it.
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
				// After one of these the manager would not roll back, and the connection
				// commits when it is given back
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
	 * Whether a transaction around this one is compared with the same term, when it
	 * commits.
	 */
	private boolean isCoveredBefore(Begun begins) {
		synchronized (this.begun) {
			return this.begun.entrySet()
				.stream()
				.anyMatch((entry) -> !entry.getKey().isCompleted() && begins.isCoveredBy(entry.getValue()));
		}
	}

	/** Independent of the manager's transaction around it. */
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
			// Nor may its locks keep a successor out
			throw new FencedTransactionException(leadership.election(), leadership.fencingToken(),
					"it is not valid any more by this instance's own clocks", null);
		}
		if (!(leadership instanceof StoredTerm.Bearer bearer)) {
			throw new InvalidDataAccessApiUsageException("A transaction was begun under a Leadership of "
					+ leadership.getClass().getName() + ", which no store has granted: it cannot be fenced");
		}
		TermFence fence = this.fence.get();
		if (!transaction.isReadOnly() && transaction instanceof TransactionStatus status) {
			// Hibernate would write only now, in the commit
			status.flush();
		}
		if (TransactionSynchronizationManager.getResource(this.dataSource) == null) {
			throw new InvalidDataAccessApiUsageException(
					"The transaction manager does not share its JDBC connection, so its transactions cannot be fenced. "
							+ "With JPA, use Hibernate and its HibernateJpaDialect");
		}
		Connection connection = DataSourceUtils.getConnection(this.dataSource);
		try {
			fence.hold(connection, bearer.storedTerm(), silence(leadership));
		}
		catch (SQLException ex) {
			if (fence.isOvertaken(ex, isRepeatableRead())) {
				throw new FencedTransactionException(leadership.election(), leadership.fencingToken(),
						"a later term began during this transaction", ex);
			}
			throw translate(fence.isConflict(ex)
					? "Comparison with the table of fences: a later term may have begun during this transaction, or it was "
							+ "in conflict with another one"
					: "Comparison with the table of fences", ex);
		}
		finally {
			DataSourceUtils.releaseConnection(connection, this.dataSource);
		}
	}

	/**
	 * By the database itself: then there is nothing to fence, whatever has become of the
	 * term, and wherever the connection leads to.
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

	/** By declaration: what a connection does by default is not asked for. */
	private static boolean isRepeatableRead() {
		Integer level = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
		return level != null && level == TransactionDefinition.ISOLATION_REPEATABLE_READ;
	}

	/** A successor does not wait longer than for the lease. */
	private static Duration silence(Leadership leadership) {
		Duration remaining = leadership.remaining();
		return (remaining.compareTo(LEAST_SILENCE) > 0) ? remaining : LEAST_SILENCE;
	}

	private DataAccessException translate(String task, SQLException failure) {
		DataAccessException translated = this.translator.translate(task, null, failure);
		return (translated != null) ? translated : new UncategorizedSQLException(task, null, failure);
	}

	/**
	 * The transactions that began in guarded work.
	 *
	 * @param leadership the term under which it began
	 * @param resource what a transaction and its savepoints have in common, or
	 * {@code null} if that is not known
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
