/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.InvalidOnLeaderException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains an {@link InvalidOnLeaderException}.
 */
final class InvalidOnLeaderFailureAnalyzer extends AbstractFailureAnalyzer<InvalidOnLeaderException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidOnLeaderException cause) {
		return new FailureAnalysis(cause.getDescription() + ".", cause.getAction() + ".", cause);
	}

}
