/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock files this JVM has open. POSIX drops the lock of a process when <em>any</em>
 * of its descriptors of that file closes, so a file must be opened once in a JVM, however
 * many contexts and class loaders use this store. The table therefore hangs on the system
 * properties and holds types of the JDK only.
 */
final class LockTable {

	private static final String PROPERTY = "io.leaderelection.store.local.locks";

	private LockTable() {
	}

	/**
	 * The lock of a file.
	 * @param lockFile below the real path of its directory
	 * @return a view of the one entry of this JVM
	 */
	static ElectionLock lockOf(Path lockFile) {
		return new ElectionLock(lockFile, entry(lockFile.toString()));
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> entry(String file) {
		Object table = System.getProperties().computeIfAbsent(PROPERTY, (key) -> new ConcurrentHashMap<>());
		return ((Map<String, Map<String, Object>>) table).computeIfAbsent(file, (key) -> ElectionLock.newEntry());
	}

}
