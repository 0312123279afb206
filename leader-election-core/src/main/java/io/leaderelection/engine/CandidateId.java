/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;
import org.slf4j.LoggerFactory;
import org.slf4j.Logger;
import java.nio.file.Path;
import java.nio.file.Files;
import java.net.UnknownHostException;
import java.net.InetAddress;
import java.io.IOException;
import java.util.function.Supplier;

import io.leaderelection.protocol.Entropy;
import org.jspecify.annotations.Nullable;

/**
 * The id of a candidate: an instance name and a random part. A process that was restored
 * from an image (CRaC) draws a new id when its elections start, so that processes
 * restored from the same image have different ids.
 */
final class CandidateId implements Supplier<String> {

	static final int RANDOM_PART = 6;

	/** 36^6. */
	private static final long RANDOM_IDS = 2_176_782_336L;

	private static final int LONGEST_HOST = 200;

	private final @Nullable String instanceName;

	private final Entropy entropy;

	private final Supplier<ProcessIdentity> process;

	private ProcessIdentity drawnIn;

	private volatile String id;

	/**
	 * Draws an id.
	 * @param instanceName the readable part, or {@code null} for host name and process id
	 * @param entropy the source of the random part, by its nonces: other sources may be
	 * part of the image
	 * @param process identifies this process
	 */
	CandidateId(@Nullable String instanceName, Entropy entropy, Supplier<ProcessIdentity> process) {
		this.instanceName = instanceName;
		this.entropy = entropy;
		this.process = process;
		this.drawnIn = process.get();
		this.id = draw();
	}

	@Override
	public String get() {
		return this.id;
	}

	/** Draws a new id if the process was restored. Called while no candidate contends. */
	void start() {
		ProcessIdentity process = this.process.get();
		if (!process.equals(this.drawnIn)) {
			this.id = draw();
			this.drawnIn = process;
		}
	}

	/**
	 * Returns a new id. Unlike a nonce, its random part need not be hard to guess.
	 */
	private String draw() {
		String random = Long.toString(Math.floorMod(this.entropy.nonce().low(), RANDOM_IDS), Character.MAX_RADIX);
		return ((this.instanceName != null) ? this.instanceName : hostAndPid()) + "-"
				+ "0".repeat(RANDOM_PART - random.length()) + random;
	}

	private static String hostAndPid() {
		String host = HostName.get();
		if (host.length() > LONGEST_HOST) {
			host = host.substring(0, LONGEST_HOST);
		}
		return host + "-" + ProcessHandle.current().pid();
	}

	/**
	 * The name of this machine. Reads it from the kernel where possible: the JDK also
	 * resolves the name to an address, which takes milliseconds, or seconds if name
	 * servers do not answer.
	 */
	static final class HostName {

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

}
