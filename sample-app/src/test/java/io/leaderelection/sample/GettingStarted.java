/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets of docs/getting-started.md, used as a reader would use them.
 */
final class GettingStarted {

	private static final Path FILE = Path.of("..", "docs", "getting-started.md");

	/** The name of the application's class. */
	static final String APPLICATION = "com.example.orders.OrdersApplication";

	private GettingStarted() {
	}

	/** Returns the first snippet in a language. */
	static String snippet(String language) throws IOException {
		Matcher matcher = Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(FILE));
		assertThat(matcher.find()).as("a snippet of %s in %s", language, FILE).isTrue();
		return matcher.group(1);
	}

	/** Writes the configuration to a file. */
	static Path configuration(Path directory) throws IOException {
		return Files.writeString(directory.resolve("application.properties"), snippet("properties"));
	}

	/** Returns the output that the page shows: blocks without a language. */
	static List<String> output() throws IOException {
		return Pattern.compile("^```\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(FILE).replaceAll("(?sm)^```\\w+\\n.*?^```$", ""))
			.results()
			.flatMap((block) -> block.group(1).lines())
			.toList();
	}

	/** Returns the inline code of the page with a certain beginning. */
	static String code(String beginning) throws IOException {
		Matcher matcher = Pattern.compile("`(" + Pattern.quote(beginning) + "[^`]*)`").matcher(Files.readString(FILE));
		assertThat(matcher.find()).as("`%s...` in %s", beginning, FILE).isTrue();
		return matcher.group(1);
	}

	/**
	 * Compiles the application.
	 * @return the folder of its classes
	 */
	static Path classes(Path directory) throws IOException {
		Path source = Files.writeString(directory.resolve("OrdersApplication.java"), snippet("java"));
		Path classes = Files.createDirectory(directory.resolve("classes"));
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		int status = compiler.run(null, null, null, "-parameters", "-proc:none", "-Xlint:all", "-cp",
				System.getProperty("java.class.path"), "-d", classes.toString(), source.toString());
		assertThat(status).as("compilation of the snippet").isZero();
		return classes;
	}

	/** Compiles and loads the application. */
	static Class<?> application(Path directory) throws Exception {
		Path classes = classes(directory);
		URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() },
				GettingStarted.class.getClassLoader());
		return loader.loadClass(APPLICATION);
	}

}
