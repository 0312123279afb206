/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import io.leaderelection.servers.EtcdServer;
import io.leaderelection.servers.Loopback;
import io.leaderelection.servers.faults.LateAnswerContract;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;

@Tag("server")
@Tag("slow")
class EtcdLateAnswersIT extends LateAnswerContract {

	@AutoClose
	private static final EtcdServer server = EtcdServer.open();

	@Override
	protected int port() {
		return server.port();
	}

	@Override
	protected LeaseStoreFactory factory(int port) {
		return EtcdContractIT.factory("http://" + Loopback.HOST + ":" + port, Ticker.system());
	}

}
