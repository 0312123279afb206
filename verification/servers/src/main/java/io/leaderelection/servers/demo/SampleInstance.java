/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.servers.Loopback;

/**
 * An instance of the sample application, a process of its own. The thread-safe methods
 * are those that end it.
 */
final class SampleInstance {

	/** The program that runs this process, too. */
	static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

	private static final String JAR = "sample-app/target/sample-app.jar";

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final long START_SECONDS = 120;

	/** Longer than the drain timeout. */
	private static final long STOP_SECONDS = 40;

	private static final int LAST_LINES = 40;

	private static final Duration PATIENCE = Duration.ofSeconds(2);

	private static final HttpClient CLIENT = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(PATIENCE)
		.build();

	private final String name;

	private final Path log;

	private final Process process;

	private volatile int port;

	private SampleInstance(String name, Path log, Process process) {
		this.name = name;
		this.log = log;
		this.process = process;
	}

	/**
	 * Starts an instance, without waiting for it.
	 * @param name its name
	 * @param directory the directory for its log
	 * @param arguments its arguments besides its name and port
	 * @param environment its environment besides that of this process
	 * @return the instance
	 */
	static SampleInstance start(String name, Path directory, List<String> arguments, Map<String, String> environment) {
		List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-jar", JAR,
				"--server.address=" + Loopback.HOST, "--server.port=0", "--leader-election.instance-name=" + name));
		command.addAll(arguments);
		Path log = directory.resolve(name + ".log");
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
		builder.environment().putAll(environment);
		try {
			Process process = builder.start();
			process.getOutputStream().close();
			return new SampleInstance(name, log, process);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start " + name, ex);
		}
	}

	/** Waits until it is healthy. */
	void awaitReady() throws InterruptedException {
		long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
		while (System.nanoTime() < until) {
			String output = output();
			if (!isAlive()) {
				throw new DemoFailedException(this.name + " ended during startup: " + end(output));
			}
			Matcher started = PORT.matcher(output);
			if (started.find()) {
				this.port = Integer.parseInt(started.group(1));
				if (get("/actuator/health").isPresent()) {
					return;
				}
			}
			Thread.sleep(100);
		}
		throw new DemoFailedException(this.name + " did not answer within " + START_SECONDS + " s: " + end(output()));
	}

	/**
	 * Sends a request.
	 * @param path the path
	 * @return the body of an answer with status 200, or empty
	 */
	Optional<String> get(String path) throws InterruptedException {
		try {
			HttpResponse<String> response = CLIENT
				.send(HttpRequest.newBuilder(URI.create("http://" + Loopback.HOST + ":" + this.port + path))
					.timeout(PATIENCE)
					.build(), HttpResponse.BodyHandlers.ofString());
			return (response.statusCode() == 200) ? Optional.of(response.body()) : Optional.empty();
		}
		catch (IOException ex) {
			// It was killed, or does not answer yet or in time: the caller asks again
			return Optional.empty();
		}
	}

	String name() {
		return this.name;
	}

	/** Returns the address of its page. */
	String url() {
		return "http://" + Loopback.HOST + ":" + this.port + "/";
	}

	long pid() {
		return this.process.pid();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** Sends SIGKILL. */
	void kill() {
		this.process.destroyForcibly();
	}

	/** Sends SIGTERM. */
	void terminate() {
		this.process.destroy();
	}

	/** Waits until it has ended, and kills it if it does not. */
	void awaitEnd() throws InterruptedException {
		if (!this.process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
			System.err.println("Process " + pid() + " did not end by itself and was killed.");
			kill();
		}
	}

	private String output() {
		try {
			return new String(Files.readAllBytes(this.log), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The log of " + this.name + " cannot be read", ex);
		}
	}

	private static String end(String output) {
		List<String> lines = output.lines().toList();
		return "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
	}

}
