/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.build;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The files of the repository, without what builds and tools write.
 */
final class Tree {

	static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

	private Tree() {
	}

	/** Returns the files whose path below the root matches a pattern, relative to it. */
	static List<Path> files(String pattern) throws IOException {
		Pattern path = Pattern.compile(pattern);
		List<Path> files = new ArrayList<>();
		Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {

			@Override
			public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
				boolean written = folder.getFileName().toString().matches("target|node_modules|\\..*");
				return (written && !folder.equals(ROOT)) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
			}

			@Override
			public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
				Path relative = ROOT.relativize(file);
				if (path.matcher(relative.toString()).matches()) {
					files.add(relative);
				}
				return FileVisitResult.CONTINUE;
			}

		});
		return files;
	}

	static List<String> lines(Path file) throws IOException {
		return Files.readAllLines(ROOT.resolve(file));
	}

}
