/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that takes part in the election of a Lease object by client-go, Kubernetes'
 * own leader election. Go builds it from {@code verification/servers-kubernetes/elector},
 * which takes seconds after the API server was built, and minutes before.
 */
public final class ClientGoElector implements AutoCloseable {

	private static final Path SOURCES = Path.of("verification", "servers-kubernetes", "elector");

	private final Path directory = Commands.temporaryDirectory("client-go");

	private final Path output = this.directory.resolve("output");

	private final Process process;

	/**
	 * The durations of an elector.
	 *
	 * @param lease for how long others leave the Lease alone
	 * @param renewDeadline for how long a leader tries to renew
	 * @param retryPeriod how long it waits between two attempts
	 */
	public record Timing(Duration lease, Duration renewDeadline, Duration retryPeriod) {
	}

	/**
	 * Starts an elector.
	 * @param server the address of the API server
	 * @param trusted the certificates to trust, as PEM
	 * @param token the bearer token
	 * @param namespace the namespace of the Lease
	 * @param lease the name of the Lease
	 * @param identity the identity that is entered as its holder
	 * @param timing the durations
	 */
	public ClientGoElector(String server, Path trusted, String token, String namespace, String lease, String identity,
			Timing timing) {
		try {
			this.process = new ProcessBuilder(GoProgram.build(SOURCES, "client-go-elector").toString(), server,
					trusted.toString(), token, namespace, lease, identity, timing.lease().toMillis() + "ms",
					timing.renewDeadline().toMillis() + "ms", timing.retryPeriod().toMillis() + "ms")
				.redirectErrorStream(true)
				.redirectOutput(this.output.toFile())
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start the elector of client-go", ex);
		}
	}

	/**
	 * Returns whether it leads.
	 * @return whether the last line of its output says so
	 */
	public boolean isLeading() {
		List<String> changes = new ArrayList<>(lines());
		changes.removeIf((line) -> !line.equals("LEADING") && !line.equals("STOPPED"));
		return this.process.isAlive() && !changes.isEmpty() && changes.get(changes.size() - 1).equals("LEADING");
	}

	/**
	 * Returns what it has printed.
	 * @return the lines
	 */
	public List<String> lines() {
		try {
			return Files.readAllLines(this.output);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Kills it, so that it releases nothing. */
	public void kill() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

	/** Lets it release the Lease and end. */
	public void stop() {
		try {
			this.process.getOutputStream().close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot end the elector of client-go", ex);
		}
		this.process.onExit().join();
	}

	@Override
	public void close() {
		kill();
		Commands.delete(this.directory);
	}

}
