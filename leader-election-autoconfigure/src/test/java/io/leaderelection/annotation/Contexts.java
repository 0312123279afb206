/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import io.leaderelection.LeaderElections;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/**
 * Contexts that lead always or never, so that guarded calls need no store.
 */
final class Contexts {

	private static final ApplicationContextRunner RUNNER = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class));

	private Contexts() {
	}

	static ApplicationContextRunner leading() {
		return RUNNER.withPropertyValues("leader-election.mode=always");
	}

	static ApplicationContextRunner following() {
		return RUNNER.withPropertyValues("leader-election.mode=never");
	}

	static LeaderElections elections(ApplicationContext context) {
		return context.getBean(LeaderElections.class);
	}

}
