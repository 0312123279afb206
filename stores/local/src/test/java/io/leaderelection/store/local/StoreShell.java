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
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Candidate in another JVM that executes commands from its standard input, one a line,
 * and answers each with one line.
 */
final class StoreShell implements AutoCloseable {

	static final String NAMESPACE = "shell";

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
		Candidate candidate = new Candidate(new LocalLeaseStoreFactory(Path.of(args[0])).open(), "shell",
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

	/**
	 * A candidate over a store, in this JVM or another.
	 */
	static final class Candidate {

		private static final Duration TIMEOUT = Duration.ofSeconds(30);

		private final LeaseStore store;

		private final String name;

		private final Duration lease;

		private final Map<String, Term> terms = new ConcurrentHashMap<>();

		Candidate(LeaseStore store, String name, Duration lease) {
			this.store = store;
			this.name = name;
			this.lease = lease;
		}

		Outcome acquire(String election) {
			Nonce nonce = Nonce.random();
			Outcome outcome = acquire(election, nonce, LeaseStore.ABSENT);
			if (outcome instanceof Outcome.Free free) {
				outcome = acquire(election, nonce, free.token());
			}
			if (outcome instanceof Outcome.Granted granted) {
				this.terms.put(election, new Term(nonce, granted.token()));
			}
			return outcome;
		}

		private Outcome acquire(String election, Nonce nonce, long seenToken) {
			return this.store
				.acquire(List.of(new Acquire(key(election), this.name, nonce, this.lease, seenToken, 0, Instant.EPOCH,
						Map.of())), TIMEOUT)
				.get(0);
		}

		Outcome renew(String election) {
			Term term = this.terms.get(election);
			return this.store.renew(List.of(new Renew(key(election), term.nonce(), term.token())), TIMEOUT).get(0);
		}

		Outcome release(String election) {
			Term term = this.terms.get(election);
			return this.store.release(List.of(new Release(key(election), term.nonce(), term.token())), TIMEOUT).get(0);
		}

		Outcome observe(String election) {
			return this.store.observe(List.of(key(election)), TIMEOUT).get(0);
		}

		static ElectionKey key(String election) {
			return new ElectionKey(NAMESPACE, election);
		}

	}

	/** A term that was granted. */
	private record Term(Nonce nonce, long token) {
	}

}
