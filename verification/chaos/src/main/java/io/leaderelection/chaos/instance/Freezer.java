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
 * A control group that freezes its processes: the freezer of version 1, or version 2.
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
	 * Returns whether this process may create control groups.
	 * @return whether {@link #open(String)} will work
	 */
	public static boolean isAvailable() {
		try (Freezer freezer = open("trial")) {
			return Files.isWritable(freezer.group.resolve(PROCESSES)) && Files.isWritable(freezer.stateFile());
		}
		catch (UncheckedIOException ex) {
			System.out.println("The freezer is not available: " + ex.getCause());
			return false;
		}
	}

	/**
	 * Creates an empty group.
	 * @param name a name that is unique in this process
	 * @return the group
	 * @throws UncheckedIOException if this process may not create it
	 */
	public static Freezer open(String name) {
		Path parent = Files.isDirectory(VERSION_1) ? VERSION_1 : VERSION_2;
		try {
			Path group = parent.resolve("leader-election-chaos-" + ProcessHandle.current().pid() + "-" + name);
			return new Freezer(parent, Files.createDirectory(group));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot create a control group", ex);
		}
	}

	void freeze(long pid) {
		write(this.group.resolve(PROCESSES), Long.toString(pid));
		write(stateFile(), this.parent.equals(VERSION_1) ? "FROZEN" : "1");
	}

	/** Resumes all processes, and moves them out of the group. */
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
	 * Removes the group and resumes its processes.
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
