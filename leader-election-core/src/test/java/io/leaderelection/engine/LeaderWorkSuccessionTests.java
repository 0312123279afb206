/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderWork;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of two candidates in real time over one store, whose work stops slowly.
 */
@Timeout(300)
class LeaderWorkSuccessionTests {

	private static final Duration STOP = Duration.ofMillis(300);

	private static final int TERMS = 6;

	private final ListedStore store = new ListedStore(WallClock.system());

	private final List<String> journal = new CopyOnWriteArrayList<>();

	private final ElectionEngine one = engine();

	private final ElectionEngine other = engine();

	private ElectionEngine engine() {
		ElectionTiming timing = ElectionTiming.builder().lease(Duration.ofSeconds(20)).build();
		ElectionEngine engine = ElectionEngineBuilder.of(this.store, ListedStore.TRAITS).timing(timing).build();
		engine.join("billing")
			.election()
			.runWhileLeader(new SlowToStop(), LeaderWorkOptions.named("job of " + engine.instance()));
		return engine;
	}

	@AfterEach
	void close() {
		this.one.close();
		this.other.close();
	}

	@Test
	void workHasEndedBeforeAnySuccessorBegins() {
		this.one.start();
		this.other.start();
		for (int i = 1; i < TERMS; i++) {
			awaitRun(i);
			leader().stepDown(Duration.ofMillis(50));
		}
		awaitRun(TERMS);
		this.one.stop().toCompletableFuture().join();
		this.other.stop().toCompletableFuture().join();
		assertThat(this.journal.size()).isGreaterThanOrEqualTo(2 * TERMS).isEven();
		for (int i = 0; i < this.journal.size(); i += 2) {
			String token = this.journal.get(i).substring("begin ".length());
			assertThat(this.journal.subList(i, i + 2)).containsExactly("begin " + token, "end " + token);
		}
		assertThat(this.journal).doesNotHaveDuplicates();
	}

	private void awaitRun(int count) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> this.journal.stream().filter((entry) -> entry.startsWith("begin")).count() >= count
					&& this.journal.size() % 2 == 1);
	}

	private LeaderElection leader() {
		return Stream.of(this.one, this.other)
			.map((engine) -> engine.get("billing"))
			.filter(LeaderElection::isLeader)
			.findFirst()
			.orElseThrow();
	}

	private final class SlowToStop implements LeaderWork {

		@Override
		public void run(Leadership leadership) throws InterruptedException {
			LeaderWorkSuccessionTests.this.journal.add("begin " + leadership.fencingToken());
			CountDownLatch never = new CountDownLatch(1);
			try {
				never.await();
			}
			catch (InterruptedException ex) {
				assertThat(never.await(STOP.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
			}
			LeaderWorkSuccessionTests.this.journal.add("end " + leadership.fencingToken());
		}

	}

}
