/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.example.smallest.SmallestApplication;
import io.leaderelection.servers.RedisServer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that guards one method runs the election alone: it loads no class of a
 * feature. What Spring Boot reads of a feature is its auto-configuration, and what an
 * application may inject or define is a type in the signature of a bean.
 */
@Timeout(120)
class GroundFloorIT {

	/** The packages of features in core and autoconfigure. */
	private static final List<String> FEATURES = List.of("work.tick", "partition", "preference", "preference.bid",
			"once", "actuate", "eligibility", "guard.partition", "guard.reactive", "guard.stall", "micrometer",
			"observation", "schedule", "task", "web");

	private static final Set<String> TYPES_OF_BEANS = Set.of("io.leaderelection.schedule.Ticks",
			"io.leaderelection.eligibility.LeadershipEligibility");

	private static final Pattern LOADED = Pattern.compile("(io\\.leaderelection\\.([a-z.]+)\\.([A-Z][\\w$]*)) source:");

	@TempDir
	private Path directory;

	@AutoClose
	private final RedisServer server = RedisServer.open();

	@Test
	void applicationWithOneGuardedMethodLoadsNoFeature() throws Exception {
		Set<String> loaded = loaded();
		assertThat(loaded).as("the election itself").contains("io.leaderelection.guard.GuardCall");
		assertThat(loaded).filteredOn(GroundFloorIT::isOfFeature).isEmpty();
	}

	private static boolean isOfFeature(String type) {
		String name = type.substring("io.leaderelection.".length());
		boolean readByBoot = name.endsWith("AutoConfiguration") || TYPES_OF_BEANS.contains(type);
		return !readByBoot && FEATURES.contains(name.replaceAll("\\.[A-Z].*", ""));
	}

	/**
	 * Returns the classes of this library that the application has loaded when it ran.
	 */
	private Set<String> loaded() throws Exception {
		Path log = this.directory.resolve("classes.log");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xlog:class+load:file=" + log, "-cp",
				System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
				SmallestApplication.class.getName(), "--spring.application.name=smallest",
				"--spring.data.redis.port=" + this.server.port(), "--leader-election.backend=redis",
				"--leader-election.lease-duration=2s")
			.redirectErrorStream(true)
			.start();
		try (BufferedReader output = process.inputReader()) {
			List<String> lines = output.lines().takeWhile((line) -> !line.equals("ran")).toList();
			assertThat(process.isAlive()).as("%s", lines).isTrue();
			return classes(log);
		}
		finally {
			process.destroy();
			assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
		}
	}

	private static Set<String> classes(Path log) throws IOException {
		try (Stream<String> lines = Files.lines(log)) {
			return lines.map(LOADED::matcher)
				.filter(Matcher::find)
				.map((line) -> line.group(1))
				.collect(Collectors.toCollection(TreeSet::new));
		}
	}

}
