/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock files this class loader has open. POSIX drops the lock of a process when
 * <em>any</em> of its descriptors of that file closes. So a file is opened once here,
 * however many contexts use this store, and a descriptor is not closed, neither by us nor
 * by the garbage collector: another class loader, whose locks the JDK distinguishes from
 * ours, may hold the lock of the same file.
 */
final class LockTable {

	private static final Map<String, ElectionLock> LOCKS = new ConcurrentHashMap<>();

	private LockTable() {
	}

	/**
	 * The lock of a file.
	 * @param lockFile below the real path of its directory
	 * @return the one lock
	 */
	static ElectionLock lockOf(Path lockFile) {
		return LOCKS.computeIfAbsent(lockFile.toString(), (file) -> new ElectionLock(lockFile));
	}

}
