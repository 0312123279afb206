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
 * Brings elections to the state in which a test wants to begin. Comes before test-managed
 * transactions are begun.
 */
final class LeaderElectionTestExecutionListener extends AbstractTestExecutionListener {

	/** After dependency injection at 2000, before transactions at 4000. */
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
