/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open lock files of this class loader. POSIX drops the lock of a process when the
 * process closes <em>any</em> descriptor of the file. Therefore a file is opened once,
 * whatever the number of contexts that use this store, and its descriptor stays open,
 * also against the garbage collector: another class loader of this JVM, whose locks only
 * the JDK distinguishes from ours, may hold the lock of the same file and would lose it.
 */
final class LockTable {

	private static final Map<String, ElectionLock> LOCKS = new ConcurrentHashMap<>();

	private LockTable() {
	}

	/**
	 * Returns the lock of a file.
	 * @param lockFile the lock file, below the real path of its directory
	 * @return the only lock for this file
	 */
	static ElectionLock lockOf(Path lockFile) {
		return LOCKS.computeIfAbsent(lockFile.toString(), (file) -> new ElectionLock(lockFile));
	}

}
