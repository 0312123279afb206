/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.ConditionalRecords;
import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records in items. The version of a value is random, so that it does not repeat after an
 * item was deleted.
 *
 * @param table the table
 * @param check looks at the table first
 */
record DynamoDbRecords(Table table, TableCheck check) implements ConditionalRecords {

	@Override
	public @Nullable Stored read(ElectionKey key, CallBudget budget) {
		this.check.require(budget);
		return stored(key, this.table.get(key, budget));
	}

	@Override
	public Map<ElectionKey, Stored> readAll(List<ElectionKey> keys, CallBudget budget) {
		this.check.require(budget);
		Map<ElectionKey, Stored> all = new HashMap<>();
		for (Map<String, AttributeValue> item : this.table.getAll(keys.stream().distinct().toList(), budget)) {
			ElectionKey key = new ElectionKey(text(item, Table.NAMESPACE), text(item, Table.ELECTION));
			try {
				all.put(key, stored(key, item));
			}
			catch (GarbageRecordException ex) {
				// Reported by the command that then reads it by itself
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
		this.check.require(budget);
		Map<String, AttributeValue> present = this.table.put(key, item, replaced, budget);
		return (present == null) ? new Replacement(true, new Stored(record, version))
				: new Replacement(false, stored(key, present));
	}

	private @Nullable Stored stored(ElectionKey key, Map<String, AttributeValue> item) {
		try {
			return item.isEmpty() ? null
					: new Stored(TermRecord.parse(text(item, Table.RECORD).getBytes(StandardCharsets.UTF_8)),
							text(item, Table.VERSION));
		}
		catch (IllegalArgumentException ex) {
			throw new GarbageRecordException("The record in " + this.table.failures().place(key) + " is garbage: "
					+ ex.getMessage() + ". Remedy: find out who writes there, stop all instances that take part in "
					+ "this election, then delete the item");
		}
	}

	private static String text(Map<String, AttributeValue> item, String attribute) {
		AttributeValue value = item.get(attribute);
		if (value == null || value.s() == null) {
			throw new IllegalArgumentException("the attribute '" + attribute + "' is not a text");
		}
		return value.s();
	}

	@Override
	public void close() {
		this.table.client().close();
	}

}
