/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import io.leaderelection.store.support.Stored;
import io.leaderelection.store.support.TermRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that the contract finds the mistakes that an author of a store by compare-and-set
 * can make.
 */
class BrokenConditionTests {

	@Test
	void theContractFindsAServiceThatIgnoresTheCondition() {
		assertThat(failures(WithoutCondition.class)).isPositive();
	}

	@Test
	void theContractFindsRecordsWithoutTheirChanges() {
		assertThat(failures(WithoutChanges.class)).isPositive();
	}

	private static long failures(Class<?> contract) {
		SummaryGeneratingListener listener = new SummaryGeneratingListener();
		LauncherFactory.create()
			.execute(LauncherDiscoveryRequestBuilder.request()
				.selectors(DiscoverySelectors.selectClass(contract))
				.build(), listener);
		assertThat(listener.getSummary().getTestsStartedCount()).isPositive();
		return listener.getSummary().getTestsFailedCount();
	}

	/** Nested, so that no test run finds it. */
	static class WithoutCondition extends ConditionalContractTests {

		private final HashedRecords records = new HashedRecords() {

			@Override
			boolean isExpected(@Nullable Stored expected, byte @Nullable [] present) {
				return true;
			}

		};

		@Override
		HashedRecords records() {
			return this.records;
		}

	}

	/** Nested, so that no test run finds it. */
	static class WithoutChanges extends ConditionalContractTests {

		private final HashedRecords records = new HashedRecords() {

			@Override
			byte[] text(TermRecord record) {
				return super.text(new TermRecord(record.token(), record.nonce(), record.candidate(), record.since(),
						record.lease(), record.notBefore(), 0, record.released(), record.metadata(),
						record.checkpoints()));
			}

		};

		@Override
		HashedRecords records() {
			return this.records;
		}

	}

}
