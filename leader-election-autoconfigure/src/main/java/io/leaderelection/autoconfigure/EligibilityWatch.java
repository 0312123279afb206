/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;

import io.leaderelection.TransitionCause;
import io.leaderelection.work.GuardedElection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Withholds this instance from one election while it is not fit to lead.
 */
final class EligibilityWatch {

	private static final Logger logger = LoggerFactory.getLogger(EligibilityWatch.class);

	private final GuardedElection election;

	private final List<EligibilityCheck> checks;

	private Verdict verdict = Verdict.NONE;

	EligibilityWatch(GuardedElection election, List<EligibilityCheck> checks) {
		this.election = election;
		this.checks = checks;
	}

	GuardedElection election() {
		return this.election;
	}

	List<EligibilityCheck> checks() {
		return this.checks;
	}

	/** Withholds the instance until it is found fit, if there is anything to ask. */
	@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the hand-over
	void withhold() {
		if (this.checks.isEmpty()) {
			return;
		}
		this.verdict = Verdict.UNFIT;
		this.checks.forEach(EligibilityCheck::unfit);
		this.election.withhold(TransitionCause.INELIGIBLE);
	}

	/** Draws the consequence of what the checks say now, if there is anything to ask. */
	void judge() {
		if (this.checks.isEmpty()) {
			return;
		}
		List<EligibilityCheck> unfit = this.checks.stream().filter((check) -> !check.isFit()).toList();
		Verdict before = this.verdict;
		Verdict verdict = unfit.isEmpty() ? Verdict.FIT : Verdict.UNFIT;
		if (verdict != before) {
			apply(verdict);
			// Not before: what could not be applied is applied by the next look
			this.verdict = verdict;
			log(before, unfit);
		}
	}

	/**
	 * Applies the first verdict, too: an election that was left and joined again may
	 * still be withheld by a former watch.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the hand-over
	private void apply(Verdict verdict) {
		if (verdict == Verdict.UNFIT) {
			this.election.withhold(TransitionCause.INELIGIBLE);
		}
		else {
			this.election.restore(TransitionCause.INELIGIBLE);
		}
	}

	private void log(Verdict before, List<EligibilityCheck> unfit) {
		if (!unfit.isEmpty()) {
			logger.warn("Election '{}': this instance is not fit to lead: {}", this.election.name(),
					String.join("; ", unfit.stream().map(EligibilityCheck::trouble).toList()));
		}
		else if (before == Verdict.UNFIT) {
			logger.info("Election '{}': this instance is fit to lead", this.election.name());
		}
	}

	/** What the election was told. */
	private enum Verdict {

		NONE, FIT, UNFIT

	}

}
