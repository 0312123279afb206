/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.Comparator;
import java.util.List;

import io.leaderelection.history.Invariant;

/**
 * Checks how long an election had no leader (I10).
 *
 * @param run the run
 * @param findings receives what it finds
 */
record VacancyCheck(Run run, Findings findings) {

	static final String HOLDER_STOPPED = "vacancies in which a stopped process kept its lock";

	void check(ElectionHistory election) {
		if (election.believed.isEmpty()) {
			this.findings.violated(Invariant.I10_BOUNDED_VACANCY, election.election + ": no process ever led");
			return;
		}
		List<Vacancy> vacancies = Vacancy.of(this.run, election);
		for (Vacancy vacancy : vacancies) {
			Interval window = vacancy.window();
			if (this.run.faults.stream()
				.anyMatch((fault) -> fault.window().meets(window)
						&& Vacancy.keepsLock(this.run, election, fault, window))) {
				this.findings.apart(HOLDER_STOPPED, vacancy.window().length(), describe(vacancy));
			}
			if (vacancy.isTooLong()) {
				this.findings.violated(Invariant.I10_BOUNDED_VACANCY, describe(vacancy));
			}
		}
		vacancies.stream()
			.max(Comparator.comparingDouble((vacancy) -> (double) vacancy.counted() / vacancy.bound()))
			.ifPresent((vacancy) -> this.findings.figure("vacancy",
					"closest to its bound: %s".formatted(describe(vacancy))));
		vacancies.stream()
			.max(Comparator.comparingLong((vacancy) -> vacancy.window().length()))
			.ifPresent((vacancy) -> this.findings.figure("",
					"longest, regardless of faults: %s".formatted(describe(vacancy))));
	}

	private static String describe(Vacancy vacancy) {
		return "%s vacant after %s (%s), %s of it since %s, bound %s".formatted(
				Findings.millis(vacancy.window().length()), vacancy.former(), vacancy.former().last().entry().place(),
				Findings.millis(vacancy.counted()), vacancy.reason(), Findings.millis(vacancy.bound()));
	}

}
