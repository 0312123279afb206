/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import io.leaderelection.Candidacy;
import io.leaderelection.LeaderElections;
import io.leaderelection.annotation.OnLeader;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that guards join their elections and stay in them.
 */
class GuardCandidacyTests {

	@Test
	void electionIsNotLeftWhenTheApplicationLeavesIt() {
		Contexts.leading().withBean(Early.class).withBean(Job.class).run((context) -> {
			context.getBean(Early.class).candidacy().close();
			LeaderElections elections = Contexts.elections(context);
			assertThat(elections.find("default")).isPresent();
			assertThat(context.getBean(Job.class).run()).isEqualTo("done");
		});
	}

	@Test
	void lateBeanStaysInItsElection() {
		Contexts.leading().run((context) -> {
			LeaderElections elections = Contexts.elections(context);
			Candidacy candidacy = elections.join("late");
			Awaitility.await().until(candidacy.election()::isLeader);
			((DefaultListableBeanFactory) context.getSourceApplicationContext().getAutowireCapableBeanFactory())
				.registerBeanDefinition("late",
						BeanDefinitionBuilder.rootBeanDefinition(LateJob.class).getBeanDefinition());
			LateJob job = context.getBean(LateJob.class);
			assertThat(job.run()).isEqualTo("done");
			candidacy.close();
			elections.join("late");
			assertThat(job.run()).isEqualTo("done");
		});
	}

	static class Early {

		private final Candidacy candidacy;

		Early(LeaderElections elections) {
			this.candidacy = elections.join("default");
		}

		Candidacy candidacy() {
			return this.candidacy;
		}

	}

	static class Job {

		@OnLeader
		String run() {
			return "done";
		}

	}

	static class LateJob {

		@OnLeader("late")
		String run() {
			return "done";
		}

	}

}
