/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.lang.management.ManagementFactory;

import com.sun.management.UnixOperatingSystemMXBean;
import io.leaderelection.store.support.SharedFailureException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps elections from using up the files that the process may open. An election that
 * this process leads keeps its lock file open, and each renewal opens the record. So no
 * election is added unless some files remain, for the renewals of all others and for the
 * application.
 */
final class SpareFiles {

	/** How many more files the process must be able to open. */
	static final int COUNT = 16;

	private static final Logger logger = LoggerFactory.getLogger(SpareFiles.class);

	private SpareFiles() {
	}

	/**
	 * Checks that enough files remain, where the operating system has a limit.
	 * @throws SharedFailureException if the process cannot open as many
	 */
	static void require() {
		// Counted, because opening as many to try would take them away from others
		if (spare() < COUNT) {
			throw new SharedFailureException("This process leads no further election, because fewer than " + COUNT
					+ " of the files that it may open are left (too many open files). Each election that it leads "
					+ "keeps a lock file open. Raise the limit of open files (ulimit -n), or find out what opens them",
					null);
		}
	}

	private static long spare() {
		try {
			return (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system)
					? system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() : Long.MAX_VALUE;
		}
		catch (InternalError ex) {
			// The JDK opens a file to count them
			logger.debug("The open files cannot be counted", ex);
			return 0;
		}
		catch (NoClassDefFoundError ex) {
			logger.debug("This Java runtime has no module jdk.management to count open files", ex);
			return Long.MAX_VALUE;
		}
	}

}
