/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A program that Go builds from sources of this project: within seconds, but for the
 * first time, when it also builds what the program depends on.
 */
public final class GoProgram {

	private GoProgram() {
	}

	/**
	 * Builds a program.
	 * @param sources the folder with its {@code go.mod}, below that of the project
	 * @param name the name of the program in the user's cache
	 * @return its path
	 */
	public static synchronized Path build(Path sources, String name) {
		Path go = Commands.require("go", "install Go 1.26 or newer, which builds " + name);
		Path program = Path.of(System.getProperty("user.home"), ".cache", "leader-election", name);
		Commands.run(List.of(go.toString(), "-C", find(sources).toString(), "build", "-trimpath", "-buildvcs=false",
				"-o", program.toString(), "."));
		return program;
	}

	private static Path find(Path sources) {
		for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
			if (Files.isDirectory(folder.resolve(sources))) {
				return folder.resolve(sources);
			}
		}
		throw new IllegalStateException("No folder " + sources + " above " + Path.of("").toAbsolutePath());
	}

}
