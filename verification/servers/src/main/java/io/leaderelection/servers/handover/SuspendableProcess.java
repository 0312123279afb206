/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.handover;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.LeaseStoreFactory;

/**
 * A JVM that tries to begin a guarded call all the time, records each call that begins,
 * and suspends its election when its standard input requires it. It can be frozen and
 * killed.
 */
public final class SuspendableProcess {

	private static final Duration LEASE = Duration.ofSeconds(2);

	private static final int FIXED_ARGUMENTS = 3;

	private final Process process;

	private final BufferedReader answers;

	private final PrintStream requests;

	private SuspendableProcess(Process process) {
		this.process = process;
		this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
		this.requests = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
	}

	/**
	 * Opens the factory of a store in the JVM.
	 */
	@FunctionalInterface
	public interface Opener {

		/**
		 * Returns the factory.
		 * @param arguments where the server is
		 * @return the factory
		 */
		LeaseStoreFactory factory(List<String> arguments);

	}

	/** Starts a JVM, which appends the moments of its calls to a file. */
	static SuspendableProcess start(Class<? extends Opener> opener, List<String> arguments, String name, Path calls)
			throws IOException {
		String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
			.replace(File.pathSeparator + File.pathSeparator, File.pathSeparator);
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx64m",
						"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8", "-cp", classPath,
						SuspendableProcess.class.getName(), opener.getName(), name, calls.toString()));
		command.addAll(arguments);
		Path errors = calls.resolveSibling(name + ".errors");
		return new SuspendableProcess(
				new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile())).start());
	}

	/** Sends a request, and returns the answer, which comes when it is done. */
	String request(String request) throws IOException {
		this.requests.println(request);
		String answer = this.answers.readLine();
		if (answer == null) {
			throw new IOException("The process ended with status " + this.process.onExit().join().exitValue());
		}
		return answer;
	}

	void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	/** Hands over and ends, as before a deployment. */
	void stop() throws InterruptedException {
		this.requests.close();
		if (!this.process.waitFor(30, TimeUnit.SECONDS)) {
			throw new IllegalStateException("The process does not end");
		}
	}

	void signal(String signal) throws IOException, InterruptedException {
		new ProcessBuilder("kill", "-" + signal, Long.toString(this.process.pid())).start().waitFor();
	}

	public static void main(String[] args) throws Exception {
		PrintStream toTheTest = System.out;
		// Other output must not go there
		System.setOut(System.err);
		Constructor<? extends Opener> constructor = Class.forName(args[0])
			.asSubclass(Opener.class)
			.getDeclaredConstructor();
		constructor.setAccessible(true);
		LeaseStoreFactory factory = constructor.newInstance()
			.factory(List.of(args).subList(FIXED_ARGUMENTS, args.length));
		try (ElectionEngine engine = ElectionEngineBuilder.of(factory.open(), factory.traits())
			.namespace("suspension")
			.instanceName(args[1])
			.timing(ElectionTiming.builder().lease(LEASE).build())
			.build()) {
			LeaderElection election = engine.join("billing").election();
			engine.start();
			Thread caller = new Thread(() -> call(election, Path.of(args[2])));
			caller.setDaemon(true);
			caller.start();
			BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String request = requests.readLine(); request != null; request = requests.readLine()) {
				toTheTest.println(perform(election, request));
			}
		}
		System.exit(0);
	}

	private static String perform(LeaderElection election, String request) {
		try {
			CompletionStage<Void> done = switch (request) {
				case "suspend" -> election.suspend("a test");
				case "unsuspend" -> election.unsuspend();
				default -> null;
			};
			if (done != null) {
				done.toCompletableFuture().get(30, TimeUnit.SECONDS);
			}
			return election.status().state().name();
		}
		catch (NotLeaderException | IllegalStateException ex) {
			return "refused: " + ex.getMessage();
		}
		catch (Exception ex) {
			return "failed: " + ex;
		}
	}

	private static void call(LeaderElection election, Path calls) {
		try {
			while (true) {
				// Before the check: a process may be frozen behind it
				long before = System.currentTimeMillis();
				try (GuardedCall call = election.tryEnter(OnLoss.INTERRUPT)) {
					if (call != null) {
						Files.writeString(calls, before + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
					}
				}
				TimeUnit.MILLISECONDS.sleep(2);
			}
		}
		catch (IOException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
