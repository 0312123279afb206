/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

import io.leaderelection.annotation.OnLeader;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Run by a class loader without Reactor.
 */
final class WithoutReactor {

	private WithoutReactor() {
	}

	static String check() {
		Contexts.leading().withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			assertThat(job.number()).isEqualTo(42);
			assertThat(job.future()).isCompletedWithValue("done");
			assertThat(job.anything()).isEqualTo("any");
		});
		Contexts.following().withBean(Job.class).run((context) -> {
			Job job = context.getBean(Job.class);
			assertThat(job.number()).isZero();
			assertThat(job.future()).isCompletedWithValue(null);
			assertThat(job.anything()).isNull();
		});
		Contexts.leading()
			.withBean(FlowJob.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("only with Reactor")
				.hasMessageContaining("reactor-core"));
		return "checked";
	}

	static class Job {

		@OnLeader
		int number() {
			return 42;
		}

		@OnLeader
		CompletableFuture<String> future() {
			return CompletableFuture.completedFuture("done");
		}

		@OnLeader
		Object anything() {
			return "any";
		}

	}

	static class FlowJob {

		@OnLeader
		Flow.Publisher<String> run() {
			throw new IllegalStateException("never called");
		}

	}

}
