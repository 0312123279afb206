/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.util.Map;
import java.util.UUID;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.servers.handover.FinishingWork;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Work on the leader that still needs the application's own database while it shuts down.
 * Its package is not the library's, as in an application.
 */
public class ClosingOfBooks {

	private final DynamoDbClient database;

	private final FinishingWork work = new FinishingWork(this::write);

	public ClosingOfBooks(DynamoDbClient database) {
		this.database = database;
	}

	@LeaderTask
	public void keepBooks(Leadership leadership) throws Exception {
		this.work.run(leadership);
	}

	private boolean write() {
		this.database.putItem((request) -> request.tableName("leader_election")
			.item(Map.of("namespace", AttributeValue.fromS("books"), "election",
					AttributeValue.fromS(UUID.randomUUID().toString()))));
		return true;
	}

	public FinishingWork work() {
		return this.work;
	}

}
