/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.WatchedNotifications;

/**
 * Program that ends the JDK's thread that watches the directory of a store, and then
 * closes the store.
 */
final class DeadWatchProcess {

	static final int CLOSED = 42;

	private static final String THREAD = "FileSystemWatchService";

	private DeadWatchProcess() {
	}

	public static void main(String[] args) throws Exception {
		Path directory = Path.of(args[0]);
		LeaseStore store = new LocalLeaseStoreFactory(directory).open();
		WatchedNotifications notifications = new WatchedNotifications();
		store.watch("dead-watch", notifications);
		notifications.await("live true");
		endThread(store);
		store.close();
		Runtime.getRuntime().halt(CLOSED);
	}

	/**
	 * The thread fails at the next file event, because its table of watches is missing.
	 */
	private static void endThread(LeaseStore store)
			throws ReflectiveOperationException, IOException, InterruptedException {
		Thread thread = Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((candidate) -> candidate.getName().equals(THREAD))
			.findAny()
			.orElseThrow();
		Object watch = field(((List<?>) field(field(store, "watches"), "open")).get(0), "source");
		Object service = field(watch, "service");
		access(field(service, "poller"), "wdToKey").set(field(service, "poller"), null);
		Files.createFile(((Path) field(watch, "directory")).resolve("file"));
		thread.join();
	}

	private static Object field(Object object, String name) throws ReflectiveOperationException {
		return access(object, name).get(object);
	}

	private static Field access(Object object, String name) throws ReflectiveOperationException {
		Field field = object.getClass().getDeclaredField(name);
		field.setAccessible(true);
		return field;
	}

}
