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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The snippets of the README, used as a reader would.
 */
final class Readme {

	private static final Path FILE = Path.of("..", "README.md");

	private Readme() {
	}

	/** The first snippet in a language. */
	static String snippet(String language) throws IOException {
		Matcher matcher = Pattern.compile("^```" + language + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
			.matcher(Files.readString(FILE));
		assertThat(matcher.find()).as("a snippet of %s in %s", language, FILE).isTrue();
		return matcher.group(1);
	}

	/** Writes the configuration to a file. */
	static Path configuration(Path directory) throws IOException {
		return Files.writeString(directory.resolve("application.yml"), snippet("yaml"));
	}

	/** Compiles the application. */
	static Class<?> application(Path directory) throws Exception {
		Path source = Files.writeString(directory.resolve("OrdersApplication.java"), snippet("java"));
		Path classes = Files.createDirectory(directory.resolve("classes"));
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		int status = compiler.run(null, null, null, "-parameters", "-proc:none", "-Xlint:all", "-cp",
				System.getProperty("java.class.path"), "-d", classes.toString(), source.toString());
		assertThat(status).as("compilation of the snippet").isZero();
		URLClassLoader loader = new URLClassLoader(new URL[] { classes.toUri().toURL() },
				Readme.class.getClassLoader());
		return loader.loadClass("com.example.orders.OrdersApplication");
	}

}
