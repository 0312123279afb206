/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.lang.reflect.Field;
import java.time.Duration;

import io.leaderelection.servers.faults.TestCandidate;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.support.LeaseStoreException;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.ZooKeeper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The ZooKeeper client's sending thread ends after an {@code OutOfMemoryError}. The
 * client does not report that, and still accepts requests.
 */
@Tag("server")
@Tag("slow")
class DeadSenderIT {

	private static final Duration SESSION = Duration.ofSeconds(4);

	@Test
	void storeClosesWithoutTheSendingThread() throws Exception {
		try (TestingServer server = Ensembles.start()) {
			LeaseStore store = ZooKeeperLeaseStoreFactory.builder(server.getConnectString())
				.sessionTimeout(SESSION)
				.build()
				.open();
			new TestCandidate(store, "leader", SESSION).win("e");
			endSender(((Client) field(store, "client")).handle());
			Thread closing = new Thread(store::close);
			closing.setDaemon(true);
			closing.start();
			closing.join(SESSION.multipliedBy(10).toMillis());
			assertThat(closing.isAlive()).as("still closes").isFalse();
		}
	}

	@Test
	void newSessionStartsWithoutTheSendingThread() throws Exception {
		try (TestingServer server = Ensembles.start();
				LeaseStore store = ZooKeeperLeaseStoreFactory.builder(server.getConnectString())
					.sessionTimeout(SESSION)
					.build()
					.open();
				TestCandidate leader = new TestCandidate(store, "leader", SESSION)) {
			leader.win("e");
			endSender(((Client) field(store, "client")).handle());
			leader.timeout(Duration.ofMillis(500));
			Awaitility.await()
				.atMost(SESSION.multipliedBy(10))
				.ignoreExceptionsInstanceOf(LeaseStoreException.class)
				.until(() -> leader.renew("e").equals(new Outcome.Lost()));
		}
	}

	/** Ends the sending thread: without its queue it can neither send nor clean up. */
	private static void endSender(ZooKeeper handle) throws ReflectiveOperationException, InterruptedException {
		Object connection = field(handle, "cnxn");
		Field pending = access(connection.getClass(), "pendingQueue");
		Object kept = pending.get(connection);
		pending.set(connection, null);
		handle.exists("/", false, (rc, path, context, stat) -> {
		}, null);
		((Thread) field(connection, "sendThread")).join();
		pending.set(connection, kept);
	}

	private static Object field(Object object, String name) throws ReflectiveOperationException {
		return access(object.getClass(), name).get(object);
	}

	private static Field access(Class<?> type, String name) throws ReflectiveOperationException {
		for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
			for (Field field : owner.getDeclaredFields()) {
				if (field.getName().equals(name)) {
					field.setAccessible(true);
					return field;
				}
			}
		}
		throw new NoSuchFieldException(name);
	}

}
