/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.NotLeaderException;
import io.leaderelection.OnLoss;
import io.leaderelection.ReducedClassPath;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.annotation.Otherwise;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.time.WallClock;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@ExtendWith(OutputCaptureExtension.class)
class OnLeaderInterceptorTests {

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(WallClock.system());

	@Test
	void runsOnTheLeader() {
		Contexts.leading().withBean(Values.class).run((context) -> {
			Values values = context.getBean(Values.class);
			assertThat(values.number()).isEqualTo(42);
			assertThat(values.text()).isEqualTo("done");
			assertThat(values.optional()).contains("done");
		});
	}

	@Test
	void skippedCallReturnsNothing() {
		Contexts.following().withBean(Values.class).run((context) -> {
			Values values = context.getBean(Values.class);
			assertThat(values.number()).isZero();
			assertThat(values.text()).isNull();
			assertThat(values.optional()).isEmpty();
			values.nothing();
		});
	}

	@Test
	void throwsOnRequestNamingTheLeader() {
		ApplicationContextRunner runner = Contexts.contending(this.memory).withBean(Strict.class);
		runner.run((leading) -> {
			Awaitility.await().until(() -> Contexts.elections(leading).get("default").isLeader());
			runner.run((following) -> {
				LeaderElections elections = Contexts.elections(following);
				Awaitility.await().until(() -> elections.get("default").leader().isPresent());
				assertThatExceptionOfType(NotLeaderException.class)
					.isThrownBy(() -> following.getBean(Strict.class).run())
					.withMessageContaining(Contexts.elections(leading).instance());
			});
		});
	}

	@Test
	void exceptionOfTheMethodReachesTheCaller() {
		Contexts.leading()
			.withBean(Failing.class)
			.run((context) -> assertThatIllegalStateException().isThrownBy(() -> context.getBean(Failing.class).run())
				.withMessage("of its own"));
	}

	@Test
	void termIsBoundToTheThreadInsideOnly() {
		Contexts.leading().withBean(Current.class).run((context) -> {
			assertThat(context.getBean(Current.class).token()).isPositive();
			assertThat(Leadership.findCurrent()).isEmpty();
		});
	}

	@Test
	void skipWhileVacantCausesOneWarningAfterTheFirstAnswer(CapturedOutput output) {
		SteppedElection stepped = new SteppedElection();
		stepped.following((runner) -> runner.withBean(Values.class), (context) -> {
			context.getBean(Values.class).nothing();
			assertThat(stepped.outcomes()).containsExactly(GuardOutcome.VACANT);
			assertThat(output).doesNotContain("was skipped while nobody is known to lead");
			stepped.runDue();
			stepped.stepDown();
			assertThat(stepped.election().leader()).isEmpty();
			context.getBean(Values.class).nothing();
			context.getBean(Values.class).nothing();
			assertThat(stepped.outcomes()).hasSize(3).containsOnly(GuardOutcome.VACANT);
			assertThat(output).containsOnlyOnce("was skipped while nobody is known to lead election 'default'");
		});
	}

	@Test
	void waitEndsAfterItsTime() {
		Contexts.following()
			.withBean(Impatient.class)
			.run((context) -> assertThat(context.getBean(Impatient.class).run()).isNull());
	}

	@Test
	void lossInterruptsAndHasItsOwnException() {
		SteppedElection stepped = new SteppedElection();
		stepped.leading(Blocking.class, (blocking, its) -> {
			CompletableFuture<Throwable> thrown = CompletableFuture.supplyAsync(() -> {
				try {
					blocking.run();
					return new AssertionError("not interrupted");
				}
				catch (Throwable ex) {
					return (Thread.currentThread().isInterrupted()) ? new AssertionError("flag left behind") : ex;
				}
			}, (task) -> new Thread(task, "work").start());
			its.entered.await();
			stepped.lose();
			assertThat(thrown.get()).isInstanceOf(LeadershipLostException.class)
				.hasCauseInstanceOf(IllegalStateException.class);
		});
	}

	@Test
	void guardsWithoutReactorOnTheClassPath() throws Exception {
		ReducedClassPath.check(WithoutReactor.class, "reactor.core.publisher.Flux", "reactor", "reactive-streams");
	}

	@OnLeader
	static class Values {

		public int number() {
			return 42;
		}

		public String text() {
			return "done";
		}

		public Optional<String> optional() {
			return Optional.of("done");
		}

		public void nothing() {
		}

	}

	static class Strict {

		@OnLeader(otherwise = Otherwise.THROW)
		public void run() {
		}

	}

	static class Failing {

		@OnLeader
		public void run() {
			throw new IllegalStateException("of its own");
		}

	}

	static class Current {

		@OnLeader(onLoss = OnLoss.CONTINUE)
		public long token() {
			return Leadership.current().fencingToken();
		}

	}

	static class Impatient {

		@OnLeader(waitForLeader = "PT0.05S")
		public String run() {
			return "done";
		}

	}

	static class Blocking {

		final CountDownLatch entered = new CountDownLatch(1);

		@OnLeader
		public void run() {
			this.entered.countDown();
			try {
				new CountDownLatch(1).await(Duration.ofMinutes(1).toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException("interrupted", ex);
			}
		}

	}

}
