/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.migration;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An instance of a release, in a process of its own.
 */
final class ReleaseProcess implements AutoCloseable {

	private static final long PATIENCE_SECONDS = 120;

	private final String name;

	private final Process process;

	private final Path log;

	private ReleaseProcess(String name, Process process, Path log) {
		this.name = name;
		this.process = process;
		this.log = log;
	}

	/**
	 * Starts an instance and waits until it has started.
	 * @param folder the folder of its log
	 * @param url the database
	 * @param absent classes whose libraries the release does not have
	 * @param packages the packages with its code
	 * @param properties further properties of the application
	 */
	static ReleaseProcess start(String name, Path folder, String url, List<Class<?>> absent, String packages,
			List<String> properties) throws IOException {
		Path log = folder.resolve(name + ".log");
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
						"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Drelease.instance=" + name,
						"-Drelease.url=" + url, "-Drelease.packages=" + packages, "-cp", classPathWithout(absent),
						Release.class.getName(), "--spring.application.name=migration", "--spring.main.banner-mode=off",
						"--spring.datasource.url=" + url, "--spring.datasource.hikari.maximum-pool-size=4",
						"--leader-election.instance-name=" + name));
		properties.forEach((property) -> command.add("--" + property));
		ReleaseProcess started = new ReleaseProcess(name,
				new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start(), log);
		await().atMost(PATIENCE_SECONDS, TimeUnit.SECONDS).until(started::isReady);
		return started;
	}

	private static String classPathWithout(List<Class<?>> absent) {
		Set<Path> without = absent.stream().map(ReleaseProcess::locationOf).collect(Collectors.toSet());
		return Stream
			.of(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
				.split(File.pathSeparator))
			.filter((entry) -> !without.contains(Path.of(entry).toAbsolutePath()))
			.collect(Collectors.joining(File.pathSeparator));
	}

	private static Path locationOf(Class<?> type) {
		try {
			return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toAbsolutePath();
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private boolean isReady() throws IOException {
		String output = Files.readString(this.log);
		assertThat(this.process.isAlive()).as(() -> this.name + " has ended:\n" + output).isTrue();
		return output.contains("Started Release in");
	}

	String name() {
		return this.name;
	}

	/** Ends the process in good order, as a rolling update does. */
	void terminate() throws InterruptedException {
		this.process.destroy();
		assertThat(this.process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as(() -> this.name + " ends").isTrue();
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
		this.process.onExit().join();
	}

}
