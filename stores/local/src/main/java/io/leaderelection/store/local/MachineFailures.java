/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.leaderelection.store.support.SharedFailureException;

/**
 * Recognises failures of the process or the disk, which concern all elections. Their
 * message names no file of an election, so that they are one failure in the log. In other
 * languages than English they are described like other failures.
 */
final class MachineFailures {

	/** The texts of POSIX, and the remedies. */
	private static final List<Failure> KNOWN = List.of(
			new Failure("Too many open files",
					"Raise the limit of open files (ulimit -n), or find out what opens them"),
			new Failure("No space left on device", "Free some space"),
			new Failure("Disk quota exceeded", "Free some space, or raise the quota"),
			new Failure("Read-only file system", "Make it writable"),
			new Failure("Input/output error", "Check the disk"));

	private MachineFailures() {
	}

	/**
	 * Describes the failure of a command.
	 * @param failure the failure
	 * @param directory the directory of the store
	 * @return a failure of the machine, or the given one if it concerns one election
	 */
	static Exception describe(Exception failure, Path directory) {
		if (failure instanceof IOException) {
			String text = String.valueOf(failure.getMessage());
			for (Failure known : KNOWN) {
				if (text.contains(known.text())) {
					return new SharedFailureException("Files in the directory '" + directory
							+ "' of the local store cannot be used: " + known.text() + ". " + known.remedy(), failure);
				}
			}
		}
		return failure;
	}

	/** A failure that concerns all elections. */
	private record Failure(String text, String remedy) {
	}

}
