/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.instance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A control group that freezes the processes in it: version 1's freezer, or version 2.
 */
public final class Freezer implements AutoCloseable {

	private static final Path VERSION_1 = Path.of("/sys/fs/cgroup/freezer");

	private static final Path VERSION_2 = Path.of("/sys/fs/cgroup");

	private static final String PROCESSES = "cgroup.procs";

	private final Path parent;

	private final Path group;

	private Freezer(Path parent, Path group) {
		this.parent = parent;
		this.group = group;
	}

	/**
	 * Whether this process may make such groups.
	 * @return whether {@link #open(String)} will work
	 */
	public static boolean isAvailable() {
		try (Freezer freezer = open("trial")) {
			return Files.isWritable(freezer.group.resolve(PROCESSES)) && Files.isWritable(freezer.stateFile());
		}
		catch (UncheckedIOException ex) {
			System.out.println("No freezer: " + ex.getCause());
			return false;
		}
	}

	/**
	 * Makes an empty group.
	 * @param name distinguishes the groups of this process
	 * @return the group
	 * @throws UncheckedIOException if this process may not
	 */
	public static Freezer open(String name) {
		Path parent = Files.isDirectory(VERSION_1) ? VERSION_1 : VERSION_2;
		try {
			Path group = parent.resolve("leader-election-chaos-" + ProcessHandle.current().pid() + "-" + name);
			return new Freezer(parent, Files.createDirectory(group));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("No control group can be made", ex);
		}
	}

	void freeze(long pid) {
		write(this.group.resolve(PROCESSES), Long.toString(pid));
		write(stateFile(), this.parent.equals(VERSION_1) ? "FROZEN" : "1");
	}

	/** Lets all processes go on, and out of the group. */
	void thaw() {
		write(stateFile(), this.parent.equals(VERSION_1) ? "THAWED" : "0");
		try {
			for (String pid : Files.readAllLines(this.group.resolve(PROCESSES))) {
				write(this.parent.resolve(PROCESSES), pid);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private Path stateFile() {
		return this.group.resolve(this.parent.equals(VERSION_1) ? "freezer.state" : "cgroup.freeze");
	}

	private static void write(Path file, String text) {
		try {
			Files.writeString(file, text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot write " + file, ex);
		}
	}

	/**
	 * Removes the group, whose processes go on.
	 */
	@Override
	public void close() {
		try {
			if (Files.exists(this.group)) {
				thaw();
				Files.delete(this.group);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot remove " + this.group, ex);
		}
	}

}
