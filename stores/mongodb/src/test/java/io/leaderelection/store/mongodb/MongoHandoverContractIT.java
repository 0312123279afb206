/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import io.leaderelection.servers.FerretServer;
import io.leaderelection.servers.handover.HandoverContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on a server.
 */
@Tag("server")
@Tag("slow")
class MongoHandoverContractIT extends HandoverContract {

	@AutoClose
	private static final FerretServer server = FerretServer.open();

	@Override
	protected LeaseStoreFactory factory() {
		return MongoDocuments.factory(server.port());
	}

}
