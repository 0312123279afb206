/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;

import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.LeaderElectionStore;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.schedule.Ticks;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;

/**
 * Auto-configuration for {@link LeaderElectionTest @LeaderElectionTest}. Active only if a
 * test uses the annotation.
 */
@AutoConfiguration(before = LeaderElectionAutoConfiguration.class)
public final class LeaderElectionTestAutoConfiguration {

	@Bean
	@Primary
	@Lazy(false)
	TestedTime leaderElectionTestTime() {
		return new TestedTime();
	}

	@Bean
	TestedStore leaderElectionTestedStore(TestedTime time) {
		return new TestedStore(time.wallClock());
	}

	@Bean
	@LeaderElectionStore
	LeaseStore leaderElectionTestStore(TestedStore store) {
		return store.open();
	}

	/** The traits of a machine-wide store, so that a test need not set a namespace. */
	@Bean
	@Primary
	StoreTraits leaderElectionTestStoreTraits() {
		return new StoreTraits("test", StoreTraits.Clock.MACHINE, Duration.ofMillis(1), Duration.ofDays(365), false,
				false, true, true);
	}

	@Bean
	RecordedEvents leaderElectionTestRecordedEvents() {
		return new RecordedEvents();
	}

	@Bean
	LeaderElectionTestSupport leaderElectionTestSupport(LeaderElections elections, ObjectProvider<Ticks> ticks,
			TestedStore store, TestedTime time, RecordedEvents events) {
		return new LeaderElectionTestSupport(elections, new TestedTicks(ticks::getObject, time), store, time, events);
	}

}
