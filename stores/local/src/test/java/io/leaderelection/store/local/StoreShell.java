/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.testkit.StoreCandidate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Candidate in another JVM that executes commands from its standard input, one a line,
 * and answers each with one line.
 */
final class StoreShell implements AutoCloseable {

	private final Process process;

	private final BufferedReader answers;

	private StoreShell(Process process) {
		this.process = process;
		this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	static StoreShell start(Path directory, Duration lease) throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		Process process = new ProcessBuilder(java, "-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				StoreShell.class.getName(), directory.toString(), Long.toString(lease.toMillis()))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		StoreShell shell = new StoreShell(process);
		assertThat(shell.answers.readLine()).isEqualTo("ready");
		return shell;
	}

	/**
	 * Sends {@code acquire}, {@code renew} or {@code release} for an election.
	 */
	String send(String command, String election) throws IOException {
		this.process.getOutputStream().write((command + " " + election + "\n").getBytes(StandardCharsets.UTF_8));
		this.process.getOutputStream().flush();
		return this.answers.readLine();
	}

	/**
	 * Sends a signal by its name, such as {@code STOP}.
	 */
	void signal(String name) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(this.process.pid())).inheritIO().start();
		assertThat(kill.waitFor()).isZero();
	}

	@Override
	public void close() throws IOException, InterruptedException {
		this.process.destroyForcibly();
		this.process.waitFor();
	}

	public static void main(String[] args) throws IOException {
		PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
		StoreCandidate candidate = new StoreCandidate(new LocalLeaseStoreFactory(Path.of(args[0])).open(), "shell",
				Duration.ofMillis(Long.parseLong(args[1])));
		BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		out.println("ready");
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			String[] words = line.split(" ", 2);
			out.println(switch (words[0]) {
				case "acquire" -> candidate.acquire(words[1]);
				case "renew" -> candidate.renew(words[1]);
				default -> candidate.release(words[1]);
			});
		}
	}

}
