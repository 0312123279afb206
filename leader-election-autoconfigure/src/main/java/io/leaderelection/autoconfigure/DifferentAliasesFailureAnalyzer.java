/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import io.leaderelection.annotation.OnLeader;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.annotation.AnnotationConfigurationException;

/**
 * Explains that an annotation of this library names two elections, which Spring notices
 * when it reads the class.
 */
final class DifferentAliasesFailureAnalyzer extends AbstractFailureAnalyzer<AnnotationConfigurationException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, AnnotationConfigurationException cause) {
		String message = String.valueOf(cause.getMessage());
		if (!message.contains(OnLeader.class.getPackageName())) {
			return null;
		}
		return new FailureAnalysis(LeaderElectionConfigurationException.sentence(message),
				"Set either value or election, not both.", cause);
	}

}
