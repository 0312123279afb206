/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The sample with the classes that Spring generates ahead of time, like the jar that
 * {@code process-aot} of the Maven plugin creates.
 */
final class AheadOfTimeSample {

	private static final String APPLICATION = SampleApplication.class.getName();

	private final Path directory;

	private final Path classes;

	private final Path resources;

	private AheadOfTimeSample(Path directory) {
		this.directory = directory;
		this.classes = directory.resolve("aot-classes");
		this.resources = directory.resolve("aot-resources");
	}

	/**
	 * Processes the sample.
	 * @param directory an empty folder to work in
	 */
	static AheadOfTimeSample process(Path directory) throws Exception {
		AheadOfTimeSample sample = new AheadOfTimeSample(directory);
		sample.run("extract", List.of("-Djarmode=tools", "-jar", jar().toString(), "extract", "--destination",
				directory.resolve("application").toString()));
		Path sources = directory.resolve("aot-sources");
		sample.run("process",
				List.of("-cp", sample.application(), "org.springframework.boot.SpringApplicationAotProcessor",
						APPLICATION, sources.toString(), sample.resources.toString(), sample.classes.toString(),
						"io.leaderelection", "leader-election-sample-app"));
		sample.compile(sources);
		return sample;
	}

	/** Returns the command that starts it, without arguments of the application. */
	List<String> launch() {
		return List.of("-Dspring.aot.enabled=true", "-cp",
				String.join(File.pathSeparator, this.classes.toString(), this.resources.toString(), application()),
				APPLICATION);
	}

	/** Returns the class path of the jar without the loader for nested jars. */
	private String application() {
		Path extracted = this.directory.resolve("application");
		return extracted.resolve("sample-app.jar") + File.pathSeparator + extracted.resolve("lib") + File.separator
				+ "*";
	}

	/** Returns the jar as it is shipped. */
	private static Path jar() {
		Path jar = Path.of(System.getProperty("project.build.directory", "target"), "sample-app.jar").toAbsolutePath();
		assertThat(jar).as("built by mvn package").isRegularFile();
		return jar;
	}

	private void run(String step, List<String> arguments) throws IOException, InterruptedException {
		Path log = this.directory.resolve(step + ".log");
		int status = new ProcessBuilder(SampleProcess.command(arguments)).redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start()
			.waitFor();
		assertThat(status).as("%s ends well: %s", step, Files.readString(log)).isZero();
	}

	private void compile(Path sources) throws IOException {
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "-cp",
				this.classes + File.pathSeparator + application(), "-d", this.classes.toString()));
		try (Stream<Path> files = Files.walk(sources)) {
			files.map(Path::toString).filter((file) -> file.endsWith(".java")).forEach(arguments::add);
		}
		int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
		assertThat(status).as("compilation of what was generated").isZero();
	}

}
