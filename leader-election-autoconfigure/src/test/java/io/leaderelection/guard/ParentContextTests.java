/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.annotation.OnLeader;
import io.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.leaderelection.scan.InvalidLeaderAnnotationException;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

class ParentContextTests {

	@Test
	void rule17BeanOfAParentWithoutLeaderElectionIsRefused() {
		try (GenericApplicationContext parent = new GenericApplicationContext()) {
			parent.registerBean("job", Job.class);
			parent.refresh();
			Contexts.leading()
				.withParent(parent)
				.run((context) -> assertThat(context).getFailure()
					.isInstanceOf(InvalidLeaderAnnotationException.class)
					.hasMessageContaining("bean 'job'")
					.hasMessageContaining("belongs to a parent context"));
		}
	}

	@Test
	void parentWithLeaderElectionGuardsItsBeans() {
		Contexts.following().withBean(Job.class).run((parent) -> {
			assertThat(parent.getBean(Job.class).run()).isNull();
			new ApplicationContextRunner()
				.withConfiguration(AutoConfigurations.of(LeaderElectionAutoConfiguration.class))
				.withPropertyValues("leader-election.mode=never")
				.withParent(parent.getSourceApplicationContext())
				.run((context) -> assertThat(context).hasNotFailed());
		});
	}

	static class Job {

		@OnLeader
		String run() {
			return "done";
		}

	}

}
