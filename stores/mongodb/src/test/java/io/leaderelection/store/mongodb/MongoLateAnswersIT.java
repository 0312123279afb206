/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.faults.LateAnswerContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class MongoLateAnswersIT extends LateAnswerContract {

	@AutoClose
	private static final FerretServer server = FerretServer.open();

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return MongoDocuments.factory(port);
	}

}
