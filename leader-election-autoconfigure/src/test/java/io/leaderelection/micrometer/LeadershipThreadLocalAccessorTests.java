/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.micrometer;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.guard.Contexts;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

class LeadershipThreadLocalAccessorTests {

	private final ApplicationContextRunner leading = Contexts.leading().withBean(Job.class);

	@AfterEach
	void propagateNothing() {
		Hooks.disableAutomaticContextPropagation();
	}

	@Test
	void snapshotCarriesTheTermToAnotherThread() {
		this.leading.run((context) -> {
			long token = token(context.getBean(LeaderElections.class));
			ContextSnapshot snapshot = context.getBean(Job.class).snapshot();
			assertThat(Leadership.findCurrent()).isEmpty();
			try (ContextSnapshot.Scope scope = snapshot.setThreadLocals()) {
				assertThat(Leadership.current().fencingToken()).isEqualTo(token);
			}
			assertThat(Leadership.findCurrent()).isEmpty();
		});
	}

	@Test
	void guardedCallStaysOnItsThread() {
		this.leading.run((context) -> {
			Object carried = context.getBean(Job.class).carried();
			assertThat(carried).isInstanceOf(Leadership.class).isNotInstanceOf(GuardedCall.class);
		});
	}

	@Test
	void pipelineSeesItsTermOnEveryThread() {
		Hooks.enableAutomaticContextPropagation();
		this.leading.run((context) -> {
			long token = token(context.getBean(LeaderElections.class));
			Job job = context.getBean(Job.class);
			List<Optional<Long>> seen = job.onSeveralThreads()
				.publishOn(Schedulers.parallel())
				.collectList()
				.block(Duration.ofSeconds(30));
			assertThat(seen).hasSize(3).containsOnly(Optional.of(token));
			assertThat(job.single().block(Duration.ofSeconds(30))).isEqualTo(token);
			assertThat(Leadership.findCurrent()).isEmpty();
			assertThat(Mono.fromCallable(LeadershipThreadLocalAccessorTests::current)
				.subscribeOn(Schedulers.boundedElastic())
				.block(Duration.ofSeconds(30))).as("nothing is left on threads").isEmpty();
		});
	}

	@Test
	void guardWithinAGuardShowsItsOwnTerm() {
		Hooks.enableAutomaticContextPropagation();
		this.leading.withBean(Outer.class).run((context) -> {
			LeaderElections elections = context.getBean(LeaderElections.class);
			long token = elections.get("default").leadership().orElseThrow().fencingToken();
			Leadership outer = elections.get("outer").leadership().orElseThrow();
			LeadershipContext.set(outer);
			try {
				assertThat(context.getBean(Job.class).single().block(Duration.ofSeconds(30))).isEqualTo(token);
				assertThat(Leadership.current()).isSameAs(outer);
			}
			finally {
				LeadershipContext.set(null);
			}
		});
	}

	private static long token(LeaderElections elections) {
		return elections.get("default").leadership().orElseThrow().fencingToken();
	}

	private static Optional<Long> current() {
		return Leadership.findCurrent().map(Leadership::fencingToken);
	}

	static class Job {

		@OnLeader
		ContextSnapshot snapshot() {
			return ContextSnapshotFactory.builder().build().captureAll();
		}

		@OnLeader
		@Nullable Object carried() {
			return new LeadershipThreadLocalAccessor().getValue();
		}

		@OnLeader
		Flux<Optional<Long>> onSeveralThreads() {
			return Flux.range(0, 3)
				.flatMap((i) -> Mono.fromCallable(LeadershipThreadLocalAccessorTests::current)
					.subscribeOn(Schedulers.boundedElastic()))
				.publishOn(Schedulers.single())
				.map((seen) -> current().equals(seen) ? seen : Optional.empty());
		}

		@OnLeader
		Mono<Long> single() {
			return Mono.delay(Duration.ofMillis(1)).map((tick) -> Leadership.current().fencingToken());
		}

	}

	static class Outer {

		@OnLeader("outer")
		void run() {
		}

	}

}
