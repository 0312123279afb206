/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.mongodb;

import java.net.InetSocketAddress;
import java.util.List;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.ServerVersion;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import io.netty.channel.Channel;

/**
 * A server with the protocol of MongoDB that was written independently of FerretDB, in
 * the memory of this process. Its findAndModify is one atomic step. It calls itself a
 * replica set of one server.
 */
final class JavaServer implements AutoCloseable {

	private final MongoServer server = new MongoServer(new ReplicaSet());

	private final InetSocketAddress address = this.server.bind();

	String uri() {
		return "mongodb://127.0.0.1:" + this.address.getPort() + "/?directConnection=true";
	}

	@Override
	public void close() {
		this.server.shutdownNow();
	}

	private static final class ReplicaSet extends MemoryBackend {

		ReplicaSet() {
			version(ServerVersion.MONGO_5_0);
		}

		@Override
		public Document handleCommand(Channel channel, String database, String command, Document query) {
			Document answer = super.handleCommand(channel, database, command, query);
			return command.equalsIgnoreCase("isMaster")
					? answer.append("setName", "rs0").append("hosts", List.of("localhost:1")) : answer;
		}

	}

}
