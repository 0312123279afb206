/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Sets the mode {@code elect} for a {@link LeaderElectionTest @LeaderElectionTest}, even
 * if the configuration for tests is to lead always or never.
 */
final class LeaderElectionTestContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configAttributes) {
		return (LeaderElectionTestExecutionListener.find(testClass) != null) ? new Electing() : null;
	}

	/** A record, so that tests that do not differ otherwise share a context. */
	private record Electing() implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
			// A fenced transaction would compare the test's term with a database that
			// does not contain it
			TestPropertyValues.of("leader-election.mode=elect", "leader-election.jdbc.fenced-transactions=false")
				.applyTo(context);
		}

	}

}
