/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The examples of docs/tasks.md, compiled as a reader would.
 */
class TasksDocumentationTests {

	private static final Path FILE = Path.of("..", "docs", "tasks.md");

	private static final Pattern SNIPPET = Pattern.compile("^```java\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

	private static final Pattern TYPE = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

	@Test
	void examplesCompile(@TempDir Path directory) throws Exception {
		List<String> arguments = new ArrayList<>(
				List.of("-proc:none", "-cp", System.getProperty("java.class.path"), "-d", directory.toString()));
		Matcher snippet = SNIPPET.matcher(Files.readString(FILE));
		int snippets = 0;
		while (snippet.find()) {
			Matcher type = TYPE.matcher(snippet.group(1));
			assertThat(type.find()).as("a class in %s", snippet.group(1)).isTrue();
			Path source = directory.resolve(type.group(1) + ".java");
			arguments.add(Files.writeString(source, snippet.group(1)).toString());
			snippets++;
		}
		assertThat(snippets).isEqualTo(7);
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		int status = compiler.run(null, null, null, arguments.toArray(String[]::new));
		assertThat(status).as("compilation of the examples").isZero();
	}

}
