/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A history in a file of {@code src/test/resources/histories} and what must be found in
 * it. A case begins with its name after {@code ==}; {@code #} begins a comment.
 *
 * @param name the name
 * @param history the lines that {@link SyntheticRun} writes
 * @param expected what must be found, without the arrows
 */
record WrittenCase(String name, List<String> history, List<String> expected) {

	private static final Path FOLDER = Path.of("src", "test", "resources", "histories");

	private static final String NAME = "== ";

	private static final String EXPECTED = "=> ";

	/** Reads the cases of a file. */
	static List<WrittenCase> of(String file) {
		List<WrittenCase> cases = new ArrayList<>();
		for (String line : lines(file)) {
			if (line.startsWith(NAME)) {
				cases.add(new WrittenCase(line.substring(NAME.length()), new ArrayList<>(), new ArrayList<>()));
			}
			else if (line.startsWith(EXPECTED)) {
				cases.get(cases.size() - 1).expected.add(line.substring(EXPECTED.length()));
			}
			else if (!line.isBlank() && !line.startsWith("#")) {
				cases.get(cases.size() - 1).history.add(line);
			}
		}
		return cases;
	}

	private static List<String> lines(String file) {
		try {
			return Files.readAllLines(FOLDER.resolve(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Returns the history with a name that several cases begin with. */
	static List<String> given(String name) {
		return of("given.txt").stream()
			.filter((given) -> given.name.equals(name))
			.findFirst()
			.orElseThrow(() -> new IllegalArgumentException("Neither a line nor a history: " + name)).history;
	}

	@Override
	public String toString() {
		return this.name;
	}

}
