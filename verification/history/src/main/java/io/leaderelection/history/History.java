/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.nio.file.Path;
import java.util.List;

/**
 * The history of one process, or of the fault injector, as read from its file.
 *
 * @param process the name of the process, {@code <instance>.<incarnation>}, or
 * {@value #INJECTOR}
 * @param entries the events in the order of the file
 * @param torn whether a killed writer left an incomplete line behind
 */
public record History(String process, List<Entry> entries, boolean torn) {

	/** The process name of the fault injector. */
	public static final String INJECTOR = "injector";

	/** The suffix of a history's file name. */
	public static final String SUFFIX = ".history";

	/**
	 * An event and its place in a file.
	 *
	 * @param process the name of the process
	 * @param file the name of the file
	 * @param line the number of the line, from one on
	 * @param event the event
	 */
	public record Entry(String process, String file, int line, HistoryEvent event) {

		/**
		 * Returns where the event is recorded.
		 * @return file and line
		 */
		public String place() {
			return this.file + ":" + this.line;
		}

	}

	/**
	 * Returns the times at which the process had exhausted a resource.
	 * @param what the resource, as in {@link EventKind#EXHAUSTED}
	 * @return the events in the order of the file
	 */
	public List<Entry> exhaustions(String what) {
		return this.entries.stream()
			.filter((entry) -> entry.event().kind() == EventKind.EXHAUSTED && what.equals(entry.event().find("what")))
			.toList();
	}

	/**
	 * Returns the name of a process without its incarnation.
	 * @param process such as {@code i1.2}
	 * @return the instance, such as {@code i1}
	 */
	public static String instance(String process) {
		int dot = process.lastIndexOf('.');
		return (dot > 0) ? process.substring(0, dot) : process;
	}

	/**
	 * Reads a history.
	 * @param file a file named after the process, with the suffix {@value #SUFFIX}
	 * @return the history
	 * @throws HistoryFormatException if a line that is complete is not an event
	 */
	public static History read(Path file) {
		String name = file.getFileName().toString();
		if (!name.endsWith(SUFFIX)) {
			throw new HistoryFormatException(file, "The name of a history must end in " + SUFFIX);
		}
		String process = name.substring(0, name.length() - SUFFIX.length());
		LineReader<Entry> lines = LineReader.read(file,
				(number, line) -> new Entry(process, name, number, HistoryEvent.parse(line)));
		return new History(process, lines.complete(), lines.torn());
	}

}
