/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The name of this machine. Reads it from the kernel where possible: the JDK also
 * resolves the name to an address, which takes milliseconds, or seconds if name servers
 * do not answer.
 */
final class HostName {

	private static final Logger logger = LoggerFactory.getLogger(HostName.class);

	private static final Path OF_LINUX = Path.of("/proc/sys/kernel/hostname");

	private HostName() {
	}

	static String get() {
		return get(OF_LINUX);
	}

	static String get(Path file) {
		String name = "";
		try {
			name = Files.readString(file).strip();
		}
		catch (IOException | SecurityException ex) {
			logger.trace("The kernel does not report its name: {}", ex.toString());
		}
		return name.isEmpty() ? ofAddress() : name;
	}

	private static String ofAddress() {
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "unknown-host";
		}
	}

}
