/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

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
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An instance of the sample in a separate process.
 */
final class SampleProcess {

	private static final Duration PATIENCE = Duration.ofMinutes(3);

	private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");

	private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1");

	private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

	private final Process process;

	private final Path log;

	private int port;

	private SampleProcess(Process process, Path log) {
		this.process = process;
		this.log = log;
	}

	/** Starts an instance with a command. */
	static SampleProcess start(String name, Path directory, List<String> launch, List<String> arguments) {
		List<String> command = command(launch);
		command.addAll(
				List.of("--server.address=127.0.0.1", "--server.port=0", "--leader-election.instance-name=" + name));
		command.addAll(arguments);
		Path log = directory.resolve(name + ".log");
		try {
			return new SampleProcess(new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
				.start(), log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns a command of the JVM.
	 * @param arguments the arguments after the common options
	 * @return the command, which may be changed
	 */
	static List<String> command(List<String> arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(OPTIONS);
		command.addAll(arguments);
		return command;
	}

	/** Waits until it answers over HTTP. */
	void awaitReady() {
		Awaitility.await().atMost(PATIENCE).until(() -> {
			assertThat(this.process.isAlive()).as(() -> "running: " + output()).isTrue();
			Matcher matcher = PORT.matcher(output());
			if (!matcher.find()) {
				return false;
			}
			this.port = Integer.parseInt(matcher.group(1));
			return answers();
		});
	}

	private boolean answers() throws InterruptedException {
		try {
			get("/actuator/leader");
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/** Returns the body of an existing page. */
	String get(String path) throws IOException, InterruptedException {
		HttpResponse<String> response = this.client.send(
				HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path)).build(),
				HttpResponse.BodyHandlers.ofString());
		assertThat(response.statusCode()).isEqualTo(200);
		return response.body();
	}

	/**
	 * Runs a command of curl that a page shows, on this instance.
	 * @return the body of an answer with status 200
	 */
	String curl(String command) throws IOException, InterruptedException {
		String here = command.replaceFirst("localhost:\\d+", "127.0.0.1:" + this.port);
		assertThat(here).startsWith("curl ").isNotEqualTo(command);
		Process curl = new ProcessBuilder("sh", "-c", here + " -sS -w '\\n%{http_code}'").redirectErrorStream(true)
			.start();
		String output = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		assertThat(curl.waitFor()).as(output).isZero();
		assertThat(output).endsWith("\n200");
		return output.substring(0, output.length() - "\n200".length());
	}

	/** Kills the process, even if it is stopped. */
	void kill() {
		this.process.destroyForcibly().onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
	}

	void awaitOutput(String text) {
		Awaitility.await()
			.atMost(PATIENCE)
			.failFast("the process ended without: " + text, () -> !this.process.isAlive() && !output().contains(text))
			.untilAsserted(() -> assertThat(output()).contains(text));
	}

	/**
	 * Sends SIGTERM, and returns the status; 143 if the process did not end by itself.
	 */
	int terminate() throws InterruptedException {
		this.process.destroy();
		return awaitEnd();
	}

	int awaitEnd() throws InterruptedException {
		assertThat(this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("it ended").isTrue();
		return this.process.exitValue();
	}

	String output() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
