/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.List;

import io.leaderelection.LeaderElection;
import io.leaderelection.TransitionCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Withholds this instance from one election while it is not fit to lead.
 */
final class EligibilityWatch {

	private static final Logger logger = LoggerFactory.getLogger(EligibilityWatch.class);

	private final LeaderElection election;

	private final List<EligibilityCheck> checks;

	private boolean withheld;

	EligibilityWatch(LeaderElection election, List<EligibilityCheck> checks) {
		this.election = election;
		this.checks = checks;
	}

	LeaderElection election() {
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
		this.withheld = true;
		this.checks.forEach(EligibilityCheck::unfit);
		this.election.withhold(TransitionCause.INELIGIBLE);
	}

	/** Draws the consequence of what the checks say now. */
	@SuppressWarnings("FutureReturnValueIgnored") // nothing waits for the hand-over
	void judge() {
		List<EligibilityCheck> unfit = this.checks.stream().filter((check) -> !check.isFit()).toList();
		if (unfit.isEmpty() == !this.withheld) {
			return;
		}
		this.withheld = !unfit.isEmpty();
		if (this.withheld) {
			logger.warn("Election '{}': this instance is not fit to lead: {}", this.election.name(),
					String.join("; ", unfit.stream().map(EligibilityCheck::trouble).toList()));
			this.election.withhold(TransitionCause.INELIGIBLE);
		}
		else {
			logger.info("Election '{}': this instance is fit to lead", this.election.name());
			this.election.restore(TransitionCause.INELIGIBLE);
		}
	}

}
