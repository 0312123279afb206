/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers.applications;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.servers.handover.FinishingWork;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests applications that elect a leader over one store. Checks that need the store's
 * module, for example its server, are methods for its tests to call.
 */
public abstract class ElectionContract {

	/** Limits waits that would otherwise not end. No test asserts a time. */
	protected static final Duration PATIENCE = Duration.ofMinutes(2);

	/**
	 * Creates the contract.
	 */
	protected ElectionContract() {
	}

	/**
	 * Returns the type of the store.
	 * @return the value of {@code leader-election.backend}
	 */
	protected abstract String store();

	/**
	 * Returns a runner of applications that elect over the server.
	 * @return the runner
	 */
	protected abstract ApplicationContextRunner runner();

	/**
	 * Returns the default election of an application.
	 * @param application the application
	 * @return its election
	 */
	protected static LeaderElection election(ApplicationContext application) {
		return application.getBean(LeaderElections.class).get("default");
	}

	/**
	 * Waits until one of two leads and both know a leader.
	 * @param first an election
	 * @param second the same election in another application
	 */
	protected static void awaitLeader(LeaderElection first, LeaderElection second) {
		await().atMost(PATIENCE)
			.until(() -> (first.isLeader() || second.isLeader()) && first.leader().isPresent()
					&& second.leader().isPresent());
	}

	@Test
	protected void oneOfTwoLeadsAndHandsOverByStepDownAndByClose() {
		checkHandover(runner());
	}

	@Test
	protected void oneOfTwoDoesTheWorkThatIsDoneOnce() {
		String name = "schema " + UUID.randomUUID();
		ApplicationContextRunner applications = runner()
			.withInitializer((context) -> ((GenericApplicationContext) context).registerBean(StartUpWork.class,
					() -> new StartUpWork(context.getBean(LeaderElections.class), name)));
		applications.run((one) -> applications.run((two) -> {
			assertThat(one).hasNotFailed();
			assertThat(two).hasNotFailed();
			assertThat(one.getBean(StartUpWork.class).done).isTrue();
			assertThat(two.getBean(StartUpWork.class).done).isFalse();
			List<CompletableFuture<Boolean>> callers = Stream.of(one, two)
				.map((application) -> CompletableFuture
					.supplyAsync(() -> new StartUpWork(application.getBean(LeaderElections.class), name + " b").done))
				.toList();
			assertThat(callers).extracting(CompletableFuture::join).containsExactlyInAnyOrder(true, false);
		}));
	}

	/**
	 * Checks that one of two applications leads, and that the other one follows.
	 * @param applications runs one of them, with a lease that never expires during the
	 * test
	 */
	protected final void checkHandover(ApplicationContextRunner applications) {
		applications.run((one) -> applications.run((two) -> {
			LeaderElection first = election(one);
			LeaderElection second = election(two);
			assertThat(one.getBean(LeaderElections.class).backend().type()).isEqualTo(store());
			awaitLeader(first, second);
			assertThat(first.isLeader()).isNotEqualTo(second.isLeader());
			LeaderElection leader = first.isLeader() ? first : second;
			LeaderElection follower = first.isLeader() ? second : first;
			long token = leader.leadership().orElseThrow().fencingToken();
			long began = Ticker.system().nanos();
			leader.stepDown();
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(follower::isLeader);
			System.out.printf("MEASURED: %s, clean handover: %d ms%n", store(),
					TimeUnit.NANOSECONDS.toMillis(Ticker.system().nanos() - began));
			assertThat(leader.isLeader()).isFalse();
			assertThat(follower.leadership().orElseThrow().fencingToken()).isGreaterThan(token);
			(follower.equals(first) ? one : two).close();
			await().atMost(PATIENCE).until(leader::isLeader);
		}));
	}

	/**
	 * Checks that an application starts while its server is down, and leads after the
	 * server has started.
	 * @param applications runs the application
	 * @param stop stops the server
	 * @param start starts the server
	 */
	protected final void checkStartWithoutServer(ApplicationContextRunner applications, Runnable stop, Runnable start) {
		stop.run();
		applications.run((context) -> {
			assertThat(context).hasNotFailed();
			LeaderElection election = election(context);
			assertThat(election.isLeader()).isFalse();
			start.run();
			await().atMost(PATIENCE).until(election::isLeader);
		});
	}

	/**
	 * Checks rule 8 while a context is closed: work ends while the application's own
	 * client is still open, and the work of its successor starts afterwards.
	 * @param applications runs the applications
	 * @param work returns the work of an application
	 * @param closed returns whether the client is closed; called after the context is
	 */
	protected final void checkWorkEndsBeforeItsClient(ApplicationContextRunner applications,
			Function<ApplicationContext, FinishingWork> work, Function<ApplicationContext, BooleanSupplier> closed) {
		applications.run((one) -> {
			FinishingWork former = work.apply(one);
			await().atMost(PATIENCE).until(former::hasBegun);
			applications.run((two) -> {
				FinishingWork successor = work.apply(two);
				LeaderElection election = election(two);
				await().atMost(PATIENCE).until(() -> election.leader().isPresent());
				BooleanSupplier clientClosed = closed.apply(one);
				one.close();
				long ended = former.endedAt();
				assertThat(clientClosed.getAsBoolean()).as("closed with its context").isTrue();
				await().atMost(PATIENCE).until(successor::hasBegun);
				assertThat(successor.beganAt()).isGreaterThanOrEqualTo(ended);
			});
		});
	}

	/**
	 * Checks that many elections need only a few threads.
	 * @param applications runs the application, with a lease that outlasts the test
	 * @param elections the number of elections
	 * @param most the largest number of threads
	 * @param prefixes the prefixes of the names of threads that count
	 */
	protected final void checkThreads(ApplicationContextRunner applications, int elections, int most,
			String... prefixes) {
		String[] names = IntStream.range(0, elections).mapToObj((i) -> "e" + i).toArray(String[]::new);
		String[] properties = Stream.of(names)
			.map((name) -> "leader-election.elections." + name + ".cool-down=5s")
			.toArray(String[]::new);
		applications.withPropertyValues(properties).run((context) -> {
			LeaderElections all = context.getBean(LeaderElections.class);
			await().atMost(PATIENCE).until(() -> Stream.of(names).allMatch((name) -> all.get(name).isLeader()));
			List<String> threads = Thread.getAllStackTraces()
				.keySet()
				.stream()
				.map(Thread::getName)
				.filter((thread) -> Stream.of(prefixes).anyMatch(thread::startsWith))
				.sorted()
				.toList();
			System.out.printf("MEASURED: %s, %d elections led, threads: %s%n", store(), elections, threads);
			assertThat(threads).hasSizeLessThanOrEqualTo(most);
		});
	}

	/** Work that an application does during startup unless another one did it. */
	private static final class StartUpWork {

		private final boolean done;

		StartUpWork(LeaderElections elections, String name) {
			this.done = elections.runOnce(name, Leadership::verify, PATIENCE);
		}

	}

}
