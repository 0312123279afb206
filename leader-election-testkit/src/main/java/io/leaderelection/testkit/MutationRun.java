/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.util.List;

import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the tagged tests of a store, such as its contract, on the original or a mutant.
 */
public final class MutationRun {

	private MutationRun() {
	}

	/**
	 * Runs the tests tagged {@code mutation} of a class and prints a line for each that
	 * fails.
	 * @param store the name of the store, for the output
	 * @param mutation the mutation, for the output
	 * @param contract the test class, such as the contract of the store
	 * @return the names of the failing tests, sorted; empty if all passed
	 * @throws IllegalStateException if no test ran
	 */
	public static List<String> failingTests(String store, String mutation, Class<?> contract) {
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
			.selectors(DiscoverySelectors.selectClass(contract))
			.filters(TagFilter.includeTags(StoreFixture.MUTATION))
			.build();
		SummaryGeneratingListener listener = new SummaryGeneratingListener();
		LauncherFactory.create().execute(request, listener);
		TestExecutionSummary summary = listener.getSummary();
		if (summary.getTestsStartedCount() == 0) {
			throw new IllegalStateException("No test tagged '" + StoreFixture.MUTATION + "' ran in " + contract);
		}
		List<String> failing = summary.getFailures()
			.stream()
			.map((failure) -> failure.getTestIdentifier().getDisplayName())
			.sorted()
			.toList();
		for (String test : failing) {
			System.out.printf("mutation: %s x %s x %s%n", store, mutation, test);
		}
		return failing;
	}

}
