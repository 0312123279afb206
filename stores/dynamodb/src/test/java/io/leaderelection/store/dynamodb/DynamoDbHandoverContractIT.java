/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import io.leaderelection.servers.DynamoServer;
import io.leaderelection.servers.handover.HandoverContract;
import io.leaderelection.store.LeaseStoreFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

/**
 * The handover contract on a server.
 */
@Tag("server")
@Tag("slow")
class DynamoDbHandoverContractIT extends HandoverContract {

	@AutoClose
	private static final DynamoServer server = Items.withTable(DynamoServer.open());

	@Override
	protected LeaseStoreFactory factory() {
		return Items.factory(server.port());
	}

}
