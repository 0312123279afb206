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
 * An API server of Kubernetes for tests, in a process with a class path of its own: its
 * Vert.x is another one than jetcd's. Ends with this process, if not before.
 */
final class KubernetesApiProcess implements AutoCloseable {

	private static final String MAIN = "io.leaderelection.servers.kubernetes.KubernetesApiServer";

	private static final int PATIENCE_SECONDS = 10;

	private final Process process;

	private final int port;

	/**
	 * Starts it and waits until it answers.
	 * @param log where its standard error goes
	 */
	KubernetesApiProcess(Path log) {
		Path folder = CandidateClassPath.benchmarks().resolveSibling("kubernetes-api-server");
		if (!Files.isDirectory(folder)) {
			throw new IllegalStateException("There is no " + folder + ". Package the benchmarks with -am");
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
			throw new UncheckedIOException("The API server of Kubernetes does not start", ex);
		}
	}

	private int port(Path log) throws IOException {
		BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8);
		String line = output.readLine();
		if (line == null) {
			throw new IllegalStateException("The API server of Kubernetes does not start: " + Files.readString(log));
		}
		return Integer.parseInt(line);
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() throws IOException, InterruptedException {
		// The end of its standard input is its end
		this.process.getOutputStream().close();
		if (!this.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
			this.process.destroyForcibly().waitFor();
		}
	}

}
