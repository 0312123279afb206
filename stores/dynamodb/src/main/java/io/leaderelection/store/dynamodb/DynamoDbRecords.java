/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records in items. The version of a value is random, so that it does not repeat after an
 * item was deleted.
 */
final class DynamoDbRecords implements ConditionalRecords {

	private static final Logger logger = LoggerFactory.getLogger(DynamoDbRecords.class);

	private final Table table;

	private final TableCheck check;

	private final DynamoDbFailures failures;

	private final Runnable closing;

	/**
	 * Creates the records.
	 * @param closing closes the client, if it is the store's own
	 */
	DynamoDbRecords(Table table, TableCheck check, DynamoDbFailures failures, Runnable closing) {
		this.table = table;
		this.check = check;
		this.failures = failures;
		this.closing = closing;
	}

	@Override
	public @Nullable Stored read(ElectionKey key, CallBudget budget) {
		Map<String, AttributeValue> item = checked(budget, () -> this.table.get(key, budget));
		return (item != null) ? stored(key, item) : null;
	}

	@Override
	public Map<ElectionKey, Stored> readAll(List<ElectionKey> keys, CallBudget budget) {
		Map<ElectionKey, Stored> all = new HashMap<>();
		for (Map<String, AttributeValue> item : checked(budget,
				() -> this.table.getAll(keys.stream().distinct().toList(), budget))) {
			ElectionKey key = new ElectionKey(item.get(Table.NAMESPACE).s(), item.get(Table.ELECTION).s());
			try {
				all.put(key, stored(key, item));
			}
			catch (GarbageRecordException ex) {
				logger.debug("Reported by the command that needs it", ex);
			}
		}
		return all;
	}

	@Override
	public @Nullable Stored replace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		Replacement answer = tryReplace(key, expected, record, budget);
		return answer.written() ? answer.stored() : null;
	}

	@Override
	public Replacement tryReplace(ElectionKey key, @Nullable Stored expected, TermRecord record, CallBudget budget) {
		String version = Nonce.random().toString();
		Map<String, AttributeValue> item = new HashMap<>(Table.key(key));
		item.put(Table.VERSION, AttributeValue.fromS(version));
		item.put(Table.RECORD, AttributeValue.fromS(new String(record.format(Map.of()), StandardCharsets.UTF_8)));
		String replaced = (expected != null) ? (String) expected.version() : null;
		Table.Answer answer = checked(budget, () -> this.table.put(key, item, replaced, budget));
		if (answer.written()) {
			return new Replacement(true, new Stored(record, version));
		}
		return new Replacement(false, (answer.present() != null) ? stored(key, answer.present()) : null);
	}

	private Stored stored(ElectionKey key, Map<String, AttributeValue> item) {
		try {
			return new Stored(TermRecord.parse(text(item, Table.RECORD).getBytes(StandardCharsets.UTF_8)),
					text(item, Table.VERSION));
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("The record in " + this.failures.place(key) + " is garbage: "
					+ ex.getMessage() + ". Remedy: find out who writes there, stop all instances that take part in "
					+ "this election, then delete the item");
		}
	}

	private static String text(Map<String, AttributeValue> item, String attribute) {
		AttributeValue value = item.get(attribute);
		if (value == null || value.s() == null) {
			throw new IllegalArgumentException("the attribute '" + attribute + "' is no text");
		}
		return value.s();
	}

	private <T extends @Nullable Object> T checked(CallBudget budget, Supplier<T> request) {
		this.check.require(budget);
		try {
			return request.get();
		}
		catch (MissingTableException ex) {
			// Another one may be created in its place
			this.check.forget();
			throw ex;
		}
	}

	@Override
	public void close() {
		this.closing.run();
	}

}
