/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * For tests of the checker, each of which writes a run of its own. Each invariant is
 * violated in at least one history, and nothing else in it is.
 */
abstract class CheckedRun {

	@TempDir
	Path folder;

	SyntheticRun run;

	@BeforeEach
	void begin() {
		this.run = new SyntheticRun(this.folder);
	}

	Verdict clean() {
		Verdict verdict = this.run.check();
		assertThat(verdict.isClean()).as(verdict.text()).isTrue();
		assertThat(verdict.text()).endsWith("VERDICT clean");
		return verdict;
	}

	List<String> violated(Invariant invariant) {
		return allViolated(invariant).get(invariant);
	}

	Map<Invariant, List<String>> allViolated(Invariant... invariants) {
		Verdict verdict = this.run.check();
		assertThat(verdict.violations()).as(verdict.text()).containsOnlyKeys(invariants);
		assertThat(verdict.isClean()).isFalse();
		return verdict.violations();
	}

}
