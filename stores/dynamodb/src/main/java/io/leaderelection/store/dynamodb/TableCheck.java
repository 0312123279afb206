/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.util.List;

import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LastingRefusalException;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.RefusedCommandException;
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

	private static final Logger logger = LoggerFactory.getLogger(TableCheck.class);

	private final Table table;

	private final boolean creates;

	private boolean passed;

	private @Nullable LeaseStoreException refusal;

	/** The call that was refused, so that not each command of a batch looks again. */
	private @Nullable CallBudget refused;

	/**
	 * Creates the check.
	 * @param creates whether to create a missing table
	 */
	TableCheck(Table table, boolean creates) {
		this.table = table;
		this.creates = creates;
	}

	/**
	 * Looks unless the table was found to be right.
	 * @throws LeaseStoreException if it cannot be used, or there is no answer
	 */
	synchronized void require(CallBudget budget) {
		if (!this.passed && this.refused != budget) {
			this.refusal = problem(budget);
			this.refused = budget;
		}
		if (this.refusal != null) {
			throw this.refusal;
		}
		this.passed = true;
	}

	/** Returns {@code null} if the table can be used, as far as can be seen. */
	private @Nullable LeaseStoreException problem(CallBudget budget) {
		try {
			RefusedCommandException problem = problem(this.table.describe(budget));
			return (problem != null) ? problem : problem(this.table.timeToLive(budget));
		}
		catch (MissingRightException ex) {
			logger.warn("Nobody has checked {}: {}. Otherwise make sure that it is not a global table with eventual "
					+ "consistency, and has no TTL", this.table.failures().place(), ex.getMessage());
			return null;
		}
		catch (LeaseStoreException ex) {
			if (!this.creates || !(ex instanceof LastingRefusalException)) {
				return ex;
			}
			// There is no table
			this.table.create(budget);
			return notYet();
		}
	}

	private @Nullable RefusedCommandException problem(TableDescription description) {
		if (description.tableStatus() == TableStatus.CREATING) {
			return notYet();
		}
		if (!description.keySchema().equals(Table.KEYS)
				|| !description.attributeDefinitions().containsAll(Table.ATTRIBUTES)) {
			return refused("It has other keys. " + DynamoDbFailures.KEYS);
		}
		List<String> regions = description.replicas().stream().map(ReplicaDescription::regionName).toList();
		// The former version of global tables, whose replicas the service does not list
		boolean isGlobal = !regions.isEmpty() || "2017.11.29".equals(description.globalTableVersion());
		return (isGlobal && description.multiRegionConsistency() != MultiRegionConsistency.STRONG) ? refused(
				"It is a global table with eventual consistency " + regions + ": it keeps the last of two writes "
						+ "in two regions, so that two instances could lead at once. Use a table in one region, or a "
						+ "global table with multi-Region strong consistency")
				: null;
	}

	private @Nullable RefusedCommandException problem(TimeToLiveDescription timeToLive) {
		TimeToLiveStatus status = timeToLive.timeToLiveStatus();
		return (status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING)
				? refused("Its TTL deletes items with the attribute '" + timeToLive.attributeName()
						+ "', and a deleted record ends a term. Disable the TTL, or use another table")
				: null;
	}

	private RefusedCommandException notYet() {
		return new RefusedCommandException(
				"The service is creating " + this.table.failures().place() + ". The candidate tries again", null);
	}

	private LastingRefusalException refused(String why) {
		return new LastingRefusalException("Nobody contends over " + this.table.failures().place() + ". " + why, null);
	}

}
