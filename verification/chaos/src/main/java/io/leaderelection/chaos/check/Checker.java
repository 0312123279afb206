/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.nio.file.Path;

import io.leaderelection.history.HistoryFormatException;
import io.leaderelection.history.Invariant;
import io.leaderelection.history.RunFolder;

/**
 * Checks the histories of a run against the invariants. Does not check anything that they
 * do not contain, such as the store's own view of a lease (I9).
 */
public final class Checker {

	private Checker() {
	}

	/**
	 * Checks a run.
	 * @param folder the run's folder
	 * @return the verdict
	 * @throws HistoryFormatException if a file is missing, or malformed other than by a
	 * torn last line
	 */
	public static Verdict check(Path folder) {
		Run run = new Run(RunFolder.read(folder));
		Findings findings = new Findings();
		FaultFigures figures = new FaultFigures(run, findings);
		figures.check();
		for (ElectionHistory election : run.elections) {
			new LeadershipCheck(run, findings).check(election);
			new EventCheck(findings).check(election);
			new OnceCheck(findings).check(election.works);
			new OverlapCheck(run, findings).check(election);
			new VacancyCheck(run, findings).check(election);
		}
		for (ElectionHistory election : run.unsampled) {
			new LeadershipCheck(run, findings).check(election);
			new EventCheck(findings).check(election);
			new OverlapCheck(run, findings).check(election);
		}
		new RecoveryCheck(run, findings).check();
		new BalanceCheck(run, findings).check();
		if (run.elections.isEmpty()) {
			findings.violated(Invariant.I10_BOUNDED_VACANCY, "no process recorded an election");
		}
		new LedgerCheck(run, findings).check();
		new WorkCheck(run, findings).check();
		new PromptnessCheck(run, findings).check();
		new QuietCheck(run, findings).check();
		new HygieneCheck(run, findings).check();
		new DutyCheck(run, findings).check();
		new OnceForAllCheck(run, findings).check();
		new TickCheck(run, findings).check();
		figures.unseen();
		return Verdict.of(run, findings);
	}

	/**
	 * Prints the verdict on a run and exits: with 0 if it is clean, 1 if it is not, 2 if
	 * the run cannot be read.
	 * @param arguments the run's folder
	 */
	public static void main(String[] arguments) {
		if (arguments.length != 1) {
			System.err.println("Usage: Checker FOLDER, where FOLDER is the folder of a run");
			System.exit(2);
			return;
		}
		try {
			Verdict verdict = check(Path.of(arguments[0]));
			System.out.println(verdict.text());
			System.exit((verdict.isClean()) ? 0 : 1);
		}
		catch (HistoryFormatException ex) {
			System.err.println(ex.getMessage());
			System.exit(2);
		}
	}

}
