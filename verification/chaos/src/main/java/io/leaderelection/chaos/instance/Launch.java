/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.instance;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.leaderelection.history.History;
import io.leaderelection.history.HistoryEvent;
import org.jspecify.annotations.Nullable;

/**
 * Starts processes of the sample.
 *
 * @param sample the sample's jar, unpacked so that its manifest names its libraries
 * @param harness the jar of this module, which contains the probe
 * @param patched a folder with classes that replace others, or {@code null}
 * @param folder the folder of the run
 */
public record Launch(Path sample, Path harness, @Nullable Path patched, Path folder) {

	private static final String MAIN = "io.leaderelection.sample.SampleApplication";

	/**
	 * Checks that the files exist.
	 * @throws IllegalArgumentException if one is missing
	 */
	public Launch {
		Stream.of(sample, harness).forEach((file) -> {
			if (!Files.isRegularFile(file)) {
				throw new IllegalArgumentException(file + " is missing. Run ./chaos, which builds it");
			}
		});
		if (patched != null && !Files.isDirectory(patched)) {
			throw new IllegalArgumentException("--patched " + patched + " is not a folder. Name one with classes");
		}
	}

	/** Starts a process with the name, heap, arguments and environment. */
	InstanceProcess start(String name, String heap, List<String> arguments, Map<String, String> environment) {
		Path log = this.folder.resolve(name + ".log");
		ProcessBuilder builder = new ProcessBuilder(command(name, heap, arguments)).redirectErrorStream(true)
			.redirectOutput(log.toFile());
		builder.environment().putAll(environment);
		try {
			return new InstanceProcess(name, builder.start(), log,
					new HistoryTail(this.folder.resolve(name + History.SUFFIX)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot start " + name, ex);
		}
	}

	private List<String> command(String process, String heap, List<String> arguments) {
		List<String> classPath = new ArrayList<>();
		if (this.patched != null) {
			classPath.add(this.patched.toString());
		}
		classPath.add(this.harness.toString());
		classPath.add(locationOf(HistoryEvent.class));
		classPath.add(this.sample.toString());
		List<String> command = new ArrayList<>(List.of(
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx" + heap, "-XX:+UseSerialGC",
				"-XX:TieredStopAtLevel=1", "-Xss512k", "-XX:-UsePerfData", "-javaagent:" + this.harness));
		arguments.stream().filter(Launch::isSystemProperty).forEach(command::add);
		command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath), MAIN, "--server.address=127.0.0.1",
				"--server.port=0", "--spring.main.banner-mode=off", "--leader-election.instance-name=" + process,
				"--chaos.folder=" + this.folder, "--chaos.process=" + process));
		arguments.stream().filter(Predicate.not(Launch::isSystemProperty)).forEach(command::add);
		return command;
	}

	/**
	 * Returns the jar of a class that the probe needs, on this harness's own class path.
	 */
	private static String locationOf(Class<?> type) {
		try {
			return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static boolean isSystemProperty(String argument) {
		return argument.startsWith("-D");
	}

}
