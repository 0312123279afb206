/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.util.UUID;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.servers.handover.FinishingWork;

/**
 * Work on the leader that still needs the application's own storage while it shuts down.
 * Its package is not the library's, as in an application.
 */
public class ClosingOfBooks {

	private final BlobContainerClient books;

	private final FinishingWork work = new FinishingWork(this::write);

	public ClosingOfBooks(BlobServiceClient storage) {
		this.books = storage.getBlobContainerClient("books");
	}

	@LeaderTask
	public void keepBooks(Leadership leadership) throws Exception {
		this.work.run(leadership);
	}

	private boolean write() {
		this.books.createIfNotExists();
		this.books.getBlobClient(UUID.randomUUID().toString()).upload(BinaryData.fromString("an entry"));
		return true;
	}

	public FinishingWork work() {
		return this.work;
	}

}
