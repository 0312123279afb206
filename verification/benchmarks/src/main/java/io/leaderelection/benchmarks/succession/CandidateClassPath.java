/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.succession;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Builds class paths of candidates from the packaged benchmarks. The classes of the
 * benchmarks themselves are unpacked, because the manifest of their jar would add all
 * libraries.
 */
final class CandidateClassPath {

	private final Path classes;

	private final List<Path> jars = new ArrayList<>();

	/**
	 * Unpacks the classes.
	 * @param directory the target directory
	 * @throws IOException if that fails
	 */
	CandidateClassPath(Path directory) throws IOException {
		this.classes = Files.createDirectories(directory.resolve("classes"));
		Path jar = benchmarks();
		unpack(jar);
		for (String folder : List.of("lib", "succession")) {
			try (Stream<Path> files = Files.list(jar.resolveSibling(folder))) {
				files.sorted().forEach(this.jars::add);
			}
		}
	}

	/**
	 * Returns the location of the packaged benchmarks.
	 * @return their jar, next to the folders of libraries
	 */
	static Path benchmarks() {
		try {
			Path jar = Path.of(CandidateClassPath.class.getProtectionDomain().getCodeSource().getLocation().toURI());
			if (Files.isDirectory(jar)) {
				throw new IllegalStateException("Run this from the packaged benchmarks.jar, not from " + jar);
			}
			return jar;
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException("The location of the benchmarks is not a path", ex);
		}
	}

	private void unpack(Path jar) throws IOException {
		try (JarFile file = new JarFile(jar.toFile())) {
			for (JarEntry entry : Collections.list(file.entries())) {
				String name = entry.getName();
				if ((name.startsWith("io/leaderelection/benchmarks/succession/") && name.endsWith(".class"))
						|| name.equals("logback.xml")) {
					Path target = this.classes.resolve(name);
					Files.createDirectories(target.getParent());
					try (InputStream content = file.getInputStream(entry)) {
						Files.copy(content, target);
					}
				}
			}
		}
	}

	/**
	 * Returns the class path of a candidate.
	 * @param libraries the libraries that not all candidates use
	 * @return the class path
	 */
	String with(Set<Library> libraries) {
		StringBuilder path = new StringBuilder(this.classes.toString());
		for (Path jar : this.jars) {
			String name = jar.getFileName().toString();
			if (Library.isCommon(name) || libraries.stream().anyMatch((library) -> library.has(name))) {
				path.append(File.pathSeparator).append(jar);
			}
		}
		return path.toString();
	}

}
