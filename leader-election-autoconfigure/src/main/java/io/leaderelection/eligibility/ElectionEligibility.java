/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.util.List;
import java.util.stream.Collectors;

import io.leaderelection.TransitionCause;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Withholds this instance from one election while it is not eligible to lead. Without
 * checks, the election is not changed.
 */
final class ElectionEligibility {

	private static final Logger logger = LoggerFactory.getLogger(ElectionEligibility.class);

	private final GuardedElection election;

	private final List<EligibilityCheck> checks;

	/** The result that was last applied to the election, if any. */
	private @Nullable Boolean eligible;

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

	/** Withholds the instance until it is eligible. */
	void withhold() {
		if (!this.checks.isEmpty()) {
			this.checks.forEach(EligibilityCheck::withhold);
			apply(false);
		}
	}

	/** Applies the current results of the checks. */
	void judge() {
		if (this.checks.isEmpty()) {
			return;
		}
		List<EligibilityCheck> failed = this.checks.stream().filter((check) -> !check.isEligible()).toList();
		Boolean before = this.eligible;
		if (before != null && before == failed.isEmpty()) {
			return;
		}
		apply(failed.isEmpty());
		if (!failed.isEmpty()) {
			logger.warn("Election '{}': this instance is not eligible to lead: {}", this.election.name(),
					failed.stream().map(EligibilityCheck::problem).collect(Collectors.joining("; ")));
		}
		else if (before != null) {
			logger.info("Election '{}': this instance is eligible to lead", this.election.name());
		}
	}

	/**
	 * Applies the first result even if it is positive: if the election was left and
	 * joined again, an earlier result may still withhold the instance.
	 */
	@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the handover
	private void apply(boolean eligible) {
		if (eligible) {
			this.election.restore(TransitionCause.INELIGIBLE);
		}
		else {
			this.election.withhold(TransitionCause.INELIGIBLE);
		}
		// Set last: if applying fails, the next round tries again
		this.eligible = eligible;
	}

}
