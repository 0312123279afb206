/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.leaderelection.history.Invariant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Base class for tests of the checker, each of which writes its own run. For each
 * invariant, at least one history violates only that invariant.
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
