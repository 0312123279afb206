/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A Kubernetes API server for tests, in a process with a separate class path, because its
 * Vert.x version differs from jetcd's. Ends at the latest with this process.
 */
final class KubernetesApiProcess implements AutoCloseable {

	private static final String MAIN = "io.leaderelection.servers.kubernetes.KubernetesApiServer";

	private static final int PATIENCE_SECONDS = 10;

	private final Process process;

	private final int port;

	/**
	 * Starts the process and waits until it is ready.
	 * @param log the file for its standard error
	 */
	KubernetesApiProcess(Path log) {
		Path folder = CandidateClassPath.benchmarks().resolveSibling("kubernetes-api-server");
		if (!Files.isDirectory(folder)) {
			throw new IllegalStateException(folder + " is missing. Package the benchmarks with -am");
		}
		try {
			this.process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
					"-Xmx512m", "-cp", folder.resolve("*") + File.pathSeparator + folder.resolve("lib").resolve("*"),
					MAIN)
				.redirectError(log.toFile())
				.start();
			this.port = port(log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The Kubernetes API server did not start", ex);
		}
	}

	private int port(Path log) throws IOException {
		BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8);
		String line = output.readLine();
		if (line == null) {
			throw new IllegalStateException("The Kubernetes API server did not start: " + Files.readString(log));
		}
		return Integer.parseInt(line);
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() throws IOException, InterruptedException {
		// The process exits when its standard input ends
		this.process.getOutputStream().close();
		if (!this.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			this.process.destroyForcibly().waitFor();
		}
	}

}
