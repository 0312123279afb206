/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.patch;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles production classes with a mistake put in, into a folder that takes its place
 * before the real ones on a class path. There is no switch for them in the production
 * code.
 */
public final class PatchedClasses {

	private static final String RESOURCES = "src/main/resources/";

	private final Path root;

	private final String classPath;

	/**
	 * Compiles from the sources of a project.
	 * @param root the root of the project
	 * @param classPath what the sources need
	 */
	public PatchedClasses(Path root, String classPath) {
		this.root = root;
		this.classPath = classPath;
	}

	/**
	 * Writes the classes and resources of a variant.
	 * @param variant the mistake
	 * @param output the folder, made if it is missing
	 * @throws IllegalArgumentException if the sources have changed so much that the
	 * mistake cannot be put in
	 * @throws UncheckedIOException if a file cannot be read or written
	 */
	public void write(Variant variant, Path output) {
		try {
			Files.createDirectories(output);
			List<Path> sources = new ArrayList<>();
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
					sources.add(target);
				}
			}
			if (!sources.isEmpty()) {
				compile(sources, output);
			}
			for (Path source : sources) {
				Files.delete(source);
			}
			Files.delete(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void compile(List<Path> sources, Path output) throws IOException {
		JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
		if (compiler == null) {
			throw new IllegalStateException("There is no compiler. Use a JDK");
		}
		StringWriter messages = new StringWriter();
		try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
			List<String> options = List.of("-proc:none", "-nowarn", "--release", "17", "-parameters", "-d",
					output.toString(), "-cp", this.classPath);
			boolean compiled = compiler
				.getTask(messages, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
				.call();
			if (!compiled) {
				throw new IllegalArgumentException("The patched classes do not compile: " + messages);
			}
		}
	}

	/**
	 * Writes a variant, from the root of the project.
	 * @param arguments the name of the variant and the folder; optionally the class path,
	 * else that of the sample that {@code ./chaos} built
	 */
	public static void main(String[] arguments) {
		if (arguments.length < 2) {
			System.err.println("Name a variant and a folder.");
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
