/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.patch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * Compiles production classes with a deliberate mistake into a folder that precedes the
 * real classes on a class path. The production code has no switch for them.
 *
 * @param root the root of the project
 * @param classPath the class path of the sources
 */
public record PatchedClasses(Path root, String classPath) {

	private static final String RESOURCES = "src/main/resources/";

	/**
	 * Writes the classes and resources of a variant.
	 * @param variant the variant
	 * @param output the folder, created if it is missing
	 * @throws IllegalArgumentException if the sources no longer contain the text to
	 * replace
	 * @throws UncheckedIOException if a file cannot be read or written
	 */
	public void write(Variant variant, Path output) {
		try {
			Files.createDirectories(output);
			List<String> sources = new ArrayList<>();
			Path folder = Files.createTempDirectory("patched");
			for (String file : variant.files()) {
				String text = Files.readString(this.root.resolve(file));
				for (Replacement replacement : variant.replacements()) {
					text = replacement.file().equals(file) ? replacement.in(text) : text;
				}
				int resource = file.indexOf(RESOURCES);
				Path target = (resource >= 0) ? output.resolve(file.substring(resource + RESOURCES.length()))
						: folder.resolve(Path.of(file).getFileName());
				Files.createDirectories(target.getParent());
				Files.writeString(target, text);
				if (resource < 0) {
					sources.add(target.toString());
				}
			}
			if (!sources.isEmpty()) {
				compile(sources, output);
			}
			for (String source : sources) {
				Files.delete(Path.of(source));
			}
			Files.delete(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void compile(List<String> sources, Path output) {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		if (compiler == null) {
			throw new IllegalStateException("No Java compiler is available. Run with a JDK");
		}
		List<String> arguments = new ArrayList<>(List.of("-proc:none", "-nowarn", "--release", "17", "-parameters",
				"-d", output.toString(), "-cp", this.classPath));
		arguments.addAll(sources);
		ByteArrayOutputStream messages = new ByteArrayOutputStream();
		if (compiler.run(null, messages, messages, arguments.toArray(String[]::new)) != 0) {
			throw new IllegalArgumentException("The patched classes do not compile: " + messages);
		}
	}

	/**
	 * Writes a variant. Expects the root of the project as working directory.
	 * @param arguments the name of the variant, the folder, and optionally the class
	 * path; by default that of the sample that {@code ./chaos} built
	 */
	public static void main(String[] arguments) {
		if (arguments.length < 2) {
			System.err.println("Usage: PatchedClasses VARIANT FOLDER [CLASS-PATH]");
			System.exit(2);
			return;
		}
		try {
			Variant variant = Variant.of(arguments[0]);
			Path output = Path.of(arguments[1]);
			String classPath = (arguments.length > 2) ? arguments[2] : "verification/chaos/target/app/sample-app.jar";
			new PatchedClasses(Path.of(""), classPath).write(variant, output);
			System.out.println(variant.option() + ": " + output);
		}
		catch (IllegalArgumentException ex) {
			System.err.println(ex.getMessage());
			System.exit(2);
		}
	}

}
