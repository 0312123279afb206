/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.RefusedCommandException;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.MultiRegionConsistency;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Looks at the table before its first use: whether it has the right keys, whether
 * replicas could let two instances lead at once, and whether the service may delete
 * items. Creates a missing table if that is wanted. Thread-safe.
 */
final class TableCheck {

	/** How long a refusal stands, so that not each command of a batch looks again. */
	private static final long REMEMBERED_NANOS = TimeUnit.SECONDS.toNanos(5);

	/** The version of global tables whose replicas the service does not list. */
	private static final String OLD_GLOBAL_TABLE = "2017.11.29";

	private static final Set<TableStatus> USABLE = Set.of(TableStatus.ACTIVE, TableStatus.UPDATING);

	private static final Logger logger = LoggerFactory.getLogger(TableCheck.class);

	private final Table table;

	private final DynamoDbFailures failures;

	private final boolean creates;

	private final Ticker ticker;

	private volatile boolean passed;

	private boolean warned;

	private @Nullable RefusedCommandException refusal;

	private long refusedAt;

	/**
	 * Creates the check.
	 * @param creates whether to create a missing table
	 */
	TableCheck(Table table, DynamoDbFailures failures, boolean creates, Ticker ticker) {
		this.table = table;
		this.failures = failures;
		this.creates = creates;
		this.ticker = ticker;
	}

	/**
	 * Looks unless the table was found to be right.
	 * @throws RefusedCommandException if it cannot be used
	 */
	void require(CallBudget budget) {
		if (!this.passed) {
			look(budget);
		}
	}

	/** Forgets the table, because there may be another one. */
	void forget() {
		this.passed = false;
	}

	private synchronized void look(CallBudget budget) {
		if (this.passed) {
			return;
		}
		if (this.refusal == null || this.ticker.nanos() - this.refusedAt >= REMEMBERED_NANOS) {
			this.refusal = problem(budget);
			this.refusedAt = this.ticker.nanos();
		}
		if (this.refusal != null) {
			throw this.refusal;
		}
		this.passed = true;
	}

	/** Returns {@code null} if the table can be used, as far as can be seen. */
	private @Nullable RefusedCommandException problem(CallBudget budget) {
		try {
			RefusedCommandException problem = problem(this.table.describe(budget));
			return (problem != null) ? problem : problem(this.table.timeToLive(budget));
		}
		catch (MissingTableException ex) {
			if (!this.creates) {
				return ex;
			}
			this.table.create(budget);
			logger.info("Creating {}", this.failures.place());
			return notYet();
		}
		catch (MissingRightException ex) {
			if (!this.warned) {
				this.warned = true;
				logger.warn(
						"Nobody has checked {}: {} Make sure that it is no global table with eventual consistency, "
								+ "and has no TTL, or allow dynamodb:DescribeTable and dynamodb:DescribeTimeToLive",
						this.failures.place(), ex.getMessage());
			}
			return null;
		}
	}

	private @Nullable RefusedCommandException problem(TableDescription description) {
		TableStatus status = description.tableStatus();
		if (status == TableStatus.CREATING) {
			return notYet();
		}
		if (status != null && !USABLE.contains(status)) {
			return refused("its status is " + description.tableStatusAsString() + ". Use a table that is active");
		}
		if (!description.keySchema().equals(Table.KEYS)
				|| !description.attributeDefinitions().containsAll(Table.ATTRIBUTES)) {
			return refused("it has other keys. Use a table with the partition key '" + Table.NAMESPACE
					+ "' and the sort key '" + Table.ELECTION + "', both of the type String");
		}
		List<ReplicaDescription> replicas = description.replicas();
		boolean isGlobal = !replicas.isEmpty() || OLD_GLOBAL_TABLE.equals(description.globalTableVersion());
		if (isGlobal && description.multiRegionConsistency() != MultiRegionConsistency.STRONG) {
			return refused("it is a global table with eventual consistency"
					+ replicas.stream()
						.map(ReplicaDescription::regionName)
						.collect(Collectors.joining(", ", " (replicas: ", ")"))
					+ ". Of two writes in two regions it keeps the last one, whatever their conditions are, so that "
					+ "two instances could lead at once. Use a table in one region, or a global table with "
					+ "multi-Region strong consistency");
		}
		return null;
	}

	private @Nullable RefusedCommandException problem(TimeToLiveDescription timeToLive) {
		TimeToLiveStatus status = timeToLive.timeToLiveStatus();
		boolean deletes = status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING;
		return deletes ? refused("it has a TTL, by which the service deletes items with the attribute '"
				+ timeToLive.attributeName() + "', and a deleted record ends a term. Disable it, or use another table")
				: null;
	}

	private RefusedCommandException notYet() {
		return new RefusedCommandException(
				"The table is being created: " + this.failures.place() + ". The candidate tries again", null);
	}

	private LastingRefusalException refused(String reason) {
		return new LastingRefusalException("Nobody contends over " + this.failures.place() + ": " + reason, null);
	}

}
