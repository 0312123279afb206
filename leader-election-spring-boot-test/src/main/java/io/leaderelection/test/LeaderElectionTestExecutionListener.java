/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import org.jspecify.annotations.Nullable;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestContextAnnotationUtils;
import org.springframework.test.context.support.AbstractTestExecutionListener;

/**
 * Sets elections to the initial state of a test, before test-managed transactions begin.
 */
final class LeaderElectionTestExecutionListener extends AbstractTestExecutionListener {

	/** After dependency injection at 2000 and before transactions at 4000. */
	private static final int ORDER = 2050;

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public void beforeTestMethod(TestContext testContext) {
		LeaderElectionTest test = find(testContext.getTestClass());
		if (test != null) {
			testContext.getApplicationContext().getBean(LeaderElectionTestSupport.class).begin(test);
		}
	}

	static @Nullable LeaderElectionTest find(Class<?> testClass) {
		return TestContextAnnotationUtils.findMergedAnnotation(testClass, LeaderElectionTest.class);
	}

}
