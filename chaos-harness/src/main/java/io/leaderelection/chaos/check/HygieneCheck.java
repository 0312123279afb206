/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.History;
import io.leaderelection.chaos.history.History.Entry;

/**
 * What processes tell of themselves at their end (I12), as far as they do: details
 * {@code errors} (lines logged as errors) and {@code threads} (of the library, still
 * running) of {@link EventKind#CLOSED}.
 */
final class HygieneCheck {

	private final Run run;

	private final Findings findings;

	HygieneCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

	void check() {
		boolean told = false;
		for (History history : this.run.folder.processes()) {
			long lived = lived(history.entries());
			for (Entry entry : history.entries()) {
				if (entry.event().kind() == EventKind.CLOSED) {
					told |= closed(entry, lived);
				}
			}
		}
		if (!told) {
			this.findings.unchecked.put(Invariant.I12, "no process told of threads or errors at its end");
		}
	}

	private boolean closed(Entry closed, long lived) {
		Long errors = number(closed, "errors");
		Long threads = number(closed, "threads");
		if (errors != null && errors > 1 + lived / (this.run.properties().retryMillis() * 1_000_000)) {
			this.findings.violated(Invariant.I12,
					"%s: %d lines logged as errors, more than one a retry interval".formatted(closed.place(), errors));
		}
		if (threads != null && threads > 0) {
			this.findings.violated(Invariant.I12,
					"%s: %d threads of the library still run".formatted(closed.place(), threads));
		}
		return errors != null || threads != null;
	}

	private static @Nullable Long number(Entry entry, String key) {
		return (entry.event().find(key) != null) ? Long.valueOf(entry.event().number(key)) : null;
	}

	private static long lived(List<Entry> entries) {
		return (entries.isEmpty()) ? 0
				: entries.get(entries.size() - 1).event().after() - entries.get(0).event().before();
	}

}
