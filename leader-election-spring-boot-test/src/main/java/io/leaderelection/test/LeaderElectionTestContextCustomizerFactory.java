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
 * Makes the application of a {@link LeaderElectionTest @LeaderElectionTest} elect, even
 * if its other tests are configured to lead always or never.
 */
final class LeaderElectionTestContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configAttributes) {
		return (LeaderElectionTestExecutionListener.find(testClass) != null) ? new Electing() : null;
	}

	/** A record, so that tests that differ in nothing else share a context. */
	private record Electing() implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
			// Fenced transactions would compare with a database that knows nothing of the
			// test's terms
			TestPropertyValues.of("leader-election.mode=elect", "leader-election.jdbc.fenced-transactions=false")
				.applyTo(context);
		}

	}

}
