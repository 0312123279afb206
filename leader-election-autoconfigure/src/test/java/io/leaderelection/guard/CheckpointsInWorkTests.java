/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.Leadership;
import io.leaderelection.annotation.LeaderTask;
import io.leaderelection.annotation.OnLeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for checkpoints in every kind of work.
 */
@Timeout(60)
class CheckpointsInWorkTests {

	@Test
	void eachKindOfWorkWritesAndReadsCheckpoints() {
		Contexts.leading().withBean(Import.class).run((context) -> {
			Import work = context.getBean(Import.class);
			work.task().join();
			assertThat(work.call()).isEqualTo(Map.of("task", "1", "call", "2"));
			assertThat(work.future().join()).isEqualTo(Map.of("task", "1", "call", "2", "future", "3"));
			assertThat(work.reactive().block())
				.isEqualTo(Map.of("task", "1", "call", "2", "future", "3", "reactive", "4"));
			assertThat(work.call()).hasSize(4);
		});
	}

	static class Import {

		private final CompletableFuture<Void> task = new CompletableFuture<>();

		CompletableFuture<Void> task() {
			return this.task;
		}

		@LeaderTask
		void run(Leadership term) {
			term.checkpoint("task", "1");
			this.task.complete(null);
		}

		@OnLeader
		Map<String, String> call() {
			Leadership term = Leadership.current();
			term.checkpoint("call", "2");
			return term.checkpoints();
		}

		@OnLeader
		CompletableFuture<Map<String, String>> future() {
			Leadership term = Leadership.current();
			return term.checkpointAsync("future", "3").thenApply((noted) -> term.checkpoints()).toCompletableFuture();
		}

		@OnLeader
		Mono<Map<String, String>> reactive() {
			return Mono.deferContextual((context) -> {
				Leadership term = context.get(Leadership.class);
				return Mono.fromCompletionStage(() -> term.checkpointAsync("reactive", "4"))
					.then(Mono.fromSupplier(term::checkpoints));
			});
		}

	}

}
