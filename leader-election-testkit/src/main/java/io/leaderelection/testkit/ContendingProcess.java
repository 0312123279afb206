/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;

/**
 * A JVM with a {@link ContendingCandidate}. It waits for its standard input, so that
 * several begin together.
 */
final class ContendingProcess {

	private static final int FIXED_ARGUMENTS = 7;

	private ContendingProcess() {
	}

	public static void main(String[] args) throws Exception {
		PrintStream toTheTest = System.out;
		// Other output, such as the log of a store, must not go there
		System.setOut(System.err);
		Constructor<? extends StoreOpener> constructor = Class.forName(args[0])
			.asSubclass(StoreOpener.class)
			.getDeclaredConstructor();
		constructor.setAccessible(true);
		StoreOpener opener = constructor.newInstance();
		try (LeaseStore store = opener.open(List.of(args).subList(FIXED_ARGUMENTS, args.length))) {
			toTheTest.println("ready");
			System.in.read();
			new ContendingCandidate(store, new ElectionKey(args[1], args[2]), args[3],
					Duration.ofMillis(Long.parseLong(args[4])), Path.of(args[5]))
				.run(Integer.parseInt(args[6]));
		}
	}

	/**
	 * Starts the JVM; its errors go to {@link #errors(Path, String) a file}.
	 */
	static Process start(StoreOpening opening, ElectionKey key, String candidate, Duration lease, Path directory,
			int terms) throws IOException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-cp", classPath(),
						ContendingProcess.class.getName(), opening.opener().getName(), key.namespace(), key.election(),
						candidate, Long.toString(lease.toMillis()), directory.toString(), Integer.toString(terms)));
		command.addAll(opening.arguments());
		return new ProcessBuilder(command).redirectError(errors(directory, candidate).toFile()).start();
	}

	static Path errors(Path directory, String candidate) {
		return directory.resolve(candidate + ".errors");
	}

	static String classPath() {
		return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
			.replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
	}

}
