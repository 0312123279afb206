/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of a run, as read.
 *
 * @param folder the folder
 * @param properties the settings of the run
 * @param processes the histories of the processes, in the order of their names
 * @param injector the history of the fault injector
 * @param ledger the entries of the ledger in the order of the file
 */
public record RunFolder(Path folder, RunProperties properties, List<History> processes, History injector,
		List<LedgerEntry> ledger) {

	/** The name of the ledger in a run's folder. */
	public static final String LEDGER = "ledger";

	/**
	 * Reads a run.
	 * @param folder the run's folder
	 * @return the run
	 * @throws HistoryFormatException if a file is missing or malformed
	 */
	public static RunFolder read(Path folder) {
		List<History> processes = new ArrayList<>();
		History injector = null;
		for (Path file : histories(folder)) {
			History history = History.read(file);
			if (history.process().equals(History.INJECTOR)) {
				injector = history;
			}
			else {
				processes.add(history);
			}
		}
		if (injector == null || processes.isEmpty()) {
			throw new HistoryFormatException(folder,
					"Not a run: it must contain histories of processes and of '" + History.INJECTOR + "'");
		}
		return new RunFolder(folder, RunProperties.read(folder), List.copyOf(processes), injector,
				LedgerEntry.readAll(folder.resolve(LEDGER)));
	}

	private static List<Path> histories(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			return files.filter((file) -> file.getFileName().toString().endsWith(History.SUFFIX)).sorted().toList();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot list " + folder, ex);
		}
	}

}
