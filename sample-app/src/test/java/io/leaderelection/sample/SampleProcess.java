/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
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
import java.util.Optional;
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

	private final HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

	private final String name;

	private final Process process;

	private final Path log;

	private int port;

	private SampleProcess(String name, Process process, Path log) {
		this.name = name;
		this.process = process;
		this.log = log;
	}

	static SampleProcess start(String name, Path directory, List<String> arguments) {
		return start(name, directory, QuickStart.ofThisJvm().launch(), arguments);
	}

	/** Starts an instance with another command. */
	static SampleProcess start(String name, Path directory, List<String> launch, List<String> arguments) {
		List<String> command = new ArrayList<>(QuickStart.command(launch));
		command.addAll(
				List.of("--server.address=127.0.0.1", "--server.port=0", "--leader-election.instance-name=" + name));
		command.addAll(arguments);
		Path log = directory.resolve(name + ".log");
		try {
			return new SampleProcess(name,
					new ProcessBuilder(command).redirectErrorStream(true)
						.redirectOutput(log.toFile())
						.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
						.start(),
					log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String name() {
		return this.name;
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

	/** Asks the endpoint; empty if there is no answer, as from a killed process. */
	Optional<Answer> ask() {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + "/actuator/leader"))
			.timeout(Duration.ofMinutes(1))
			.build();
		long sent = System.nanoTime();
		try {
			HttpResponse<String> response = this.client.send(request, HttpResponse.BodyHandlers.ofString());
			long received = System.nanoTime();
			assertThat(response.statusCode()).isEqualTo(200);
			return Optional.of(Answer.parse(response.body(), sent, received));
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
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

	/**
	 * Sends a question without waiting for the answer. A stopped process receives it when
	 * it continues, before anyone can ask again.
	 */
	PendingQuestion askWithoutWaiting() throws IOException {
		Socket socket = new Socket(InetAddress.getLoopbackAddress(), this.port);
		long sent = System.nanoTime();
		socket.getOutputStream()
			.write("GET /actuator/leader HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
		socket.setSoTimeout((int) PATIENCE.toMillis());
		return new PendingQuestion(socket, sent);
	}

	/** Sends a signal such as {@code STOP}. */
	void signal(String signal) throws IOException, InterruptedException {
		int status = new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).inheritIO()
			.start()
			.waitFor();
		assertThat(status).as("kill -%s", signal).isZero();
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** Waits for the end of the process. */
	void awaitEnd() {
		this.process.onExit().orTimeout(PATIENCE.toSeconds(), java.util.concurrent.TimeUnit.SECONDS).join();
	}

	/** Kills the process, even if it is stopped. */
	void kill() {
		this.process.destroyForcibly();
		awaitEnd();
	}

	String output() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A question that was sent.
	 *
	 * @param socket the socket that receives the answer
	 * @param sent the time when it was sent
	 */
	record PendingQuestion(Socket socket, long sent) {

		Answer await() throws IOException {
			try (this.socket) {
				String response = new String(this.socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
				long received = System.nanoTime();
				assertThat(response).startsWith("HTTP/1.1 200");
				return Answer.parse(response.substring(response.indexOf("\r\n\r\n") + 4), this.sent, received);
			}
		}

	}

}
