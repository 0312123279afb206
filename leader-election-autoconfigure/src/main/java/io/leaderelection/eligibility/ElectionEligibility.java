/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.util.List;

import io.leaderelection.TransitionCause;
import io.leaderelection.work.GuardedElection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Withholds this instance from one election while it is not eligible to lead.
 */
final class ElectionEligibility {

	private static final Logger logger = LoggerFactory.getLogger(ElectionEligibility.class);

	private final GuardedElection election;

	private final List<EligibilityCheck> checks;

	private Verdict verdict = Verdict.NONE;

	ElectionEligibility(GuardedElection election, List<EligibilityCheck> checks) {
		this.election = election;
		this.checks = checks;
	}

	GuardedElection election() {
		return this.election;
	}

	List<EligibilityCheck> checks() {
		return this.checks;
	}

	/** Withholds the instance until it is eligible, if there are checks. */
	@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the handover
	void withhold() {
		if (this.checks.isEmpty()) {
			return;
		}
		this.verdict = Verdict.INELIGIBLE;
		this.checks.forEach(EligibilityCheck::withhold);
		this.election.withhold(TransitionCause.INELIGIBLE);
	}

	/** Applies the current results of the checks, if there are any. */
	void judge() {
		if (this.checks.isEmpty()) {
			return;
		}
		List<EligibilityCheck> failed = this.checks.stream().filter((check) -> !check.isEligible()).toList();
		Verdict before = this.verdict;
		Verdict verdict = failed.isEmpty() ? Verdict.ELIGIBLE : Verdict.INELIGIBLE;
		if (verdict != before) {
			apply(verdict);
			// Set last: if applying fails, the next round tries again
			this.verdict = verdict;
			log(before, failed);
		}
	}

	/**
	 * Applies the first verdict even if it is positive: if the election was left and
	 * joined again, an earlier verdict may still withhold the instance.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the handover
	private void apply(Verdict verdict) {
		if (verdict == Verdict.INELIGIBLE) {
			this.election.withhold(TransitionCause.INELIGIBLE);
		}
		else {
			this.election.restore(TransitionCause.INELIGIBLE);
		}
	}

	private void log(Verdict before, List<EligibilityCheck> failed) {
		if (!failed.isEmpty()) {
			logger.warn("Election '{}': this instance is not eligible to lead: {}", this.election.name(),
					String.join("; ", failed.stream().map(EligibilityCheck::problem).toList()));
		}
		else if (before == Verdict.INELIGIBLE) {
			logger.info("Election '{}': this instance is eligible to lead", this.election.name());
		}
	}

	/** The result that was last applied to the election. */
	private enum Verdict {

		NONE, ELIGIBLE, INELIGIBLE

	}

}
