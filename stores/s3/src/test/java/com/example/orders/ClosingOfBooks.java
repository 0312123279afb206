/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package com.example.orders;

import java.util.UUID;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.servers.VersityServer;
import io.leaderelection.servers.handover.FinishingWork;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Work on the leader that still needs the application's own storage while it shuts down.
 * Its package is not the library's, as in an application.
 */
public class ClosingOfBooks {

	private final S3Client storage;

	private final FinishingWork work = new FinishingWork(this::write);

	public ClosingOfBooks(S3Client storage) {
		this.storage = storage;
	}

	@LeaderTask
	public void keepBooks(Leadership leadership) throws Exception {
		this.work.run(leadership);
	}

	private boolean write() {
		this.storage.putObject((request) -> request.bucket(VersityServer.BUCKET).key("books/" + UUID.randomUUID()),
				RequestBody.fromString("an entry"));
		return true;
	}

	public FinishingWork work() {
		return this.work;
	}

}
