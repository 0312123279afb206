/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.util.UUID;

import com.mongodb.client.MongoClient;
import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.servers.handover.FinishingWork;
import org.bson.Document;

/**
 * Work on the leader that still needs the application's own client while it shuts down.
 * Its package is not the library's, as in an application.
 */
public class ClosingOfBooks {

	private final MongoClient client;

	private final FinishingWork work = new FinishingWork(this::write);

	public ClosingOfBooks(MongoClient client) {
		this.client = client;
	}

	@LeaderTask
	public void keepBooks(Leadership leadership) throws Exception {
		this.work.run(leadership);
	}

	private boolean write() {
		this.client.getDatabase("books")
			.getCollection("entries")
			.insertOne(new Document("_id", UUID.randomUUID().toString()));
		return true;
	}

	public FinishingWork work() {
		return this.work;
	}

}
