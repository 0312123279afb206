/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The jar of the sample, extracted and with a class data archive, as Spring Boot
 * recommends: a start takes 2.4 s of processor time instead of 6, and tests start the
 * sample a hundred times. The demo and the README's commands start the jar itself.
 *
 * @param launch the command that starts it, without arguments of the application
 */
record QuickStart(List<String> launch) {

	private static final List<String> OPTIONS = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1");

	/**
	 * Returns the sample, which is created once for each JVM that runs tests.
	 * @return the sample
	 */
	static QuickStart ofThisJvm() {
		return Holder.QUICK_START;
	}

	private static QuickStart make() {
		try {
			Path folder = Files.createTempDirectory(jar().getParent(), "quick-start-");
			Path extracted = folder.resolve("application");
			run(folder, "extract", List.of("-Djarmode=tools", "-jar", jar().toString(), "extract", "--destination",
					extracted.toString()));
			String application = extracted.resolve(jar().getFileName()).toString();
			Path archive = folder.resolve("classes.jsa");
			run(folder, "archive",
					List.of("-XX:ArchiveClassesAtExit=" + archive, "-Dspring.context.exit=onRefresh", "-jar",
							application, "--server.port=0", "--leader-election.backend=local",
							"--leader-election.local.directory=" + folder.resolve("election")));
			return new QuickStart(List.of("-XX:SharedArchiveFile=" + archive, "-jar", application));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Returns a command of the JVM.
	 * @param arguments the arguments after the common options
	 * @return the command
	 */
	static List<String> command(List<String> arguments) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(OPTIONS);
		command.addAll(arguments);
		return command;
	}

	/** Returns the jar as it is shipped. */
	static Path jar() {
		Path jar = Path.of(System.getProperty("project.build.directory", "target"), "sample-app.jar").toAbsolutePath();
		assertThat(jar).as("built by mvn package").isRegularFile();
		return jar;
	}

	private static void run(Path folder, String step, List<String> arguments) throws IOException {
		Path log = folder.resolve(step + ".log");
		try {
			int status = new ProcessBuilder(command(arguments)).redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start()
				.waitFor();
			assertThat(status).as(() -> "%s ends well, see %s".formatted(step, log)).isZero();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static final class Holder {

		static final QuickStart QUICK_START = make();

	}

}
