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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An empty application without a web server, into which blocks of a page are pasted, in a
 * process of its own.
 */
final class PastedApplication {

	private static final Path ROOT = Path.of("..");

	/** Have the same blocks with their imports, which pages omit. */
	private static final List<Path> COMPILED = List.of(ROOT.resolve("leader-election-spring-boot-test/src/test/java"),
			ROOT.resolve("verification/migration/src/test/java"));

	private static final String EMPTY = """
			package com.example;

			import org.springframework.boot.SpringApplication;
			import org.springframework.boot.autoconfigure.SpringBootApplication;

			@SpringBootApplication
			class EmptyApplication {

				public static void main(String[] args) {
					SpringApplication.run(EmptyApplication.class, args);
				}

			}
			""";

	private final Path directory;

	private final List<String> sources = new ArrayList<>();

	PastedApplication(Path directory) throws IOException {
		this.directory = directory;
		source("EmptyApplication", EMPTY);
	}

	/** Adds a class of the package {@code com.example}. */
	PastedApplication source(String name, String source) throws IOException {
		this.sources.add(Files.writeString(this.directory.resolve(name + ".java"), source).toString());
		return this;
	}

	/**
	 * Pastes the Java block of a page that names the file, with its imports, and the only
	 * block of YAML, if there is one.
	 */
	PastedApplication block(String page, String file) throws IOException {
		String text = Files.readString(ROOT.resolve(page));
		Matcher block = block("<!-- " + Pattern.quote(file) + " -->\\n```java").matcher(text);
		assertThat(block.find()).as("%s in %s", file, page).isTrue();
		Matcher configuration = block("```yaml").matcher(text);
		if (configuration.find()) {
			Files.writeString(this.directory.resolve("application.yaml"), configuration.group(1));
		}
		String imports = Files.readString(compiled(file))
			.lines()
			.filter((line) -> line.startsWith("import "))
			.collect(Collectors.joining("\n"));
		return source(file.replaceFirst(".*/", "").replace(".java", ""),
				"package com.example;\n" + imports + "\n" + block.group(1));
	}

	private static Path compiled(String file) {
		return COMPILED.stream()
			.map((root) -> root.resolve(file))
			.filter(Files::exists)
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("There is no " + file + " in " + COMPILED));
	}

	private static Pattern block(String head) {
		return Pattern.compile("^" + head + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
	}

	/** Compiles and starts it over the store {@code local}. */
	SampleProcess start(String... arguments) throws IOException {
		Path classes = Files.createDirectory(this.directory.resolve("classes"));
		List<String> options = new ArrayList<>(List.of("-parameters", "-proc:none", "-cp",
				System.getProperty("java.class.path"), "-d", classes.toString()));
		options.addAll(this.sources);
		assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)))
			.as("compilation of what was pasted")
			.isZero();
		List<String> all = new ArrayList<>(List.of("--spring.config.location=" + this.directory.toUri(),
				"--spring.application.name=pasted", "--spring.main.web-application-type=none",
				GettingStartedTests.WITHOUT_CLIENTS_OF_STORES, "--leader-election.backend=local",
				"--leader-election.local.directory=" + this.directory.resolve("election")));
		all.addAll(List.of(arguments));
		return SampleProcess.start("pasted", this.directory, List.of("-cp",
				classes + File.pathSeparator + System.getProperty("java.class.path"), "com.example.EmptyApplication"),
				all);
	}

}
