/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a {@link LeaderElectionConfigurationException}.
 */
final class LeaderElectionConfigurationFailureAnalyzer
		extends AbstractFailureAnalyzer<LeaderElectionConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, LeaderElectionConfigurationException cause) {
		return new FailureAnalysis(LeaderElectionConfigurationException.sentence(cause.getDescription()),
				LeaderElectionConfigurationException.sentence(cause.getAction()), cause);
	}

}
