/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Distinguishes processes that were restored from the same image. Clones of a whole
 * virtual machine cannot be distinguished.
 *
 * @param pid the process id, which may be restored with the image
 * @param start when the process was started, or {@code null} if that is not known
 * @param boot the boot of the machine, or {@code null} if that is not known
 */
record ProcessIdentity(long pid, @Nullable Instant start, @Nullable String boot) {

	private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

	/** Returns the identity of this process. */
	static ProcessIdentity current() {
		ProcessHandle process = ProcessHandle.current();
		return new ProcessIdentity(process.pid(), process.info().startInstant().orElse(null), readBoot());
	}

	private static @Nullable String readBoot() {
		try {
			return Files.readString(BOOT);
		}
		catch (IOException ex) {
			// Only Linux has this file
			return null;
		}
	}

}
