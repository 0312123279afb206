/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.scan.InvalidLeaderAnnotationException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an {@link InvalidLeaderAnnotationException}.
 */
final class InvalidLeaderAnnotationFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLeaderAnnotationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidLeaderAnnotationException cause) {
		return new FailureAnalysis(LeaderElectionConfigurationException.sentence(cause.getDescription()),
				LeaderElectionConfigurationException.sentence(cause.getAction()), cause);
	}

}
