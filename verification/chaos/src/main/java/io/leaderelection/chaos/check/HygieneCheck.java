/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.history.EventKind;
import io.leaderelection.history.History;
import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;

/**
 * Checks what processes report about themselves when they end (I12): the detail {@code
 * errors} of {@link EventKind#CLOSED}, the number of lines that the library logged as
 * errors. Threads that are left behind are not checked: a thread that keeps its process
 * from ending fails the run, and others end with the process.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record HygieneCheck(Run run, Findings findings) {

	void check() {
		boolean reported = false;
		for (History history : this.run.folder.processes()) {
			long lived = lived(history.entries());
			for (Entry entry : history.entries()) {
				if (entry.event().kind() == EventKind.CLOSED) {
					reported |= closed(entry, lived);
				}
			}
		}
		if (!reported) {
			this.findings.unchecked.put(Invariant.I15_HYGIENE, "no process reported its errors at its end");
		}
	}

	private boolean closed(Entry closed, long lived) {
		if (closed.event().find("errors") == null) {
			return false;
		}
		long errors = closed.event().number("errors");
		if (errors > 1 + lived / (this.run.properties().retryMillis() * 1_000_000)) {
			this.findings.violated(Invariant.I15_HYGIENE,
					"%s: %d lines logged as errors, more than one per retry interval".formatted(closed.place(),
							errors));
		}
		return true;
	}

	private static long lived(List<Entry> entries) {
		return (entries.isEmpty()) ? 0
				: entries.get(entries.size() - 1).event().after() - entries.get(0).event().before();
	}

}
