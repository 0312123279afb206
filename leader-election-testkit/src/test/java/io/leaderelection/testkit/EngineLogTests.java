/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.read.ListAppender;
import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.GuardedCall;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import io.leaderelection.delivery.AsyncLog;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.delivery.WarningBursts;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Observe;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.time.Scheduler;
import io.leaderelection.time.Ticker;
import io.leaderelection.time.TimeSystem;
import io.leaderelection.time.WallClock;
import io.leaderelection.time.WorkerPool;
import io.leaderelection.work.GuardedElection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the log of an instance.
 */
class EngineLogTests {

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.leaderelection");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final List<ElectionEngine> engines = new ArrayList<>();

	@BeforeEach
	void listen() {
		this.logger.setLevel(Level.INFO);
		this.logger.setAdditive(false);
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void close() {
		for (ElectionEngine engine : this.engines) {
			// Hands over before the close, during which time stands still
			engine.stop();
			this.time.runDue();
			engine.close();
		}
		this.logger.detachAppender(this.log);
		this.logger.setAdditive(true);
		this.logger.setLevel(null);
	}

	private ElectionEngine engine(SeamStore store) {
		return build(store, UnaryOperator.identity());
	}

	private ElectionEngine build(SeamStore store, UnaryOperator<ElectionEngineBuilder> more) {
		ElectionEngineBuilder builder = ElectionEngineBuilder.of(store, this.memory.traits());
		ElectionEngine engine = more.apply(builder.namespace("n").time(this.time)).build();
		this.engines.add(engine);
		return engine;
	}

	private SeamStore store() {
		return new SeamStore(this.memory.open(), new Seams(0, Duration.ZERO, this.time));
	}

	private List<String> logged(String part) {
		return this.log.list.stream()
			.map(ILoggingEvent::getFormattedMessage)
			.filter((message) -> message.contains(part))
			.toList();
	}

	@Test
	void followerLogsTheLeaderOnce() {
		ElectionEngine leader = engine(store());
		ElectionEngine follower = engine(store());
		LeaderElection led = leader.join("billing").election();
		follower.join("billing");
		leader.start();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(logged("is led by")).isEmpty();
		follower.start();
		this.time.advance(Duration.ofMinutes(1));
		long token = led.leadership().orElseThrow().fencingToken();
		assertThat(logged("is led by"))
			.containsExactly("Election 'billing' is led by " + leader.instance() + " (token " + token + ")");
	}

	/** The report to listeners may be under way before the loop has logged. */
	@Test
	@Timeout(60)
	void workThatDoesNotEndIsNotTakenForAListener() throws Exception {
		QuickPools pools = new QuickPools(this.time);
		ElectionTiming timing = ElectionTiming.builder()
			.lease(Duration.ofSeconds(15))
			.drainTimeout(Duration.ofSeconds(3))
			.build();
		ElectionEngine engine = build(store(), (builder) -> builder.timing(timing).time(pools));
		LeaderElection election = engine.join("billing").election();
		election.addListener(new LeadershipListener() {

			@Override
			public void transitioned(String name, Transition transition) {
				if (transition.cause() == TransitionCause.DRAIN_TIMEOUT) {
					pools.hang();
				}
			}

		});
		engine.start();
		this.time.runDue();
		GuardedCall work = GuardedElection.of(election).tryEnter(OnLoss.CONTINUE);
		assertThat(work).isNotNull();
		election.stepDown();
		this.time.advance(Duration.ofSeconds(2));
		pools.startAtOnce();
		this.time.advance(Duration.ofSeconds(2));
		pools.end();
		assertThat(logged("within the drain timeout")).singleElement()
			.asString()
			.contains("work of the last term has not ended");
		work.close();
	}

	/**
	 * Pools whose threads, on request, are in the middle of a task when it has been
	 * handed over.
	 */
	private static final class QuickPools implements TimeSystem {

		private final ManualTime time;

		private final CountDownLatch hanging = new CountDownLatch(1);

		private final CountDownLatch end = new CountDownLatch(1);

		private final List<Thread> threads = new ArrayList<>();

		private volatile boolean atOnce;

		QuickPools(ManualTime time) {
			this.time = time;
		}

		void startAtOnce() {
			this.atOnce = true;
		}

		void hang() {
			this.hanging.countDown();
			await(this.end);
		}

		void end() throws InterruptedException {
			this.atOnce = false;
			this.end.countDown();
			for (Thread thread : this.threads) {
				thread.join();
			}
		}

		private static void await(CountDownLatch latch) {
			try {
				latch.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public Ticker ticker() {
			return this.time.ticker();
		}

		@Override
		public WallClock wallClock() {
			return this.time.wallClock();
		}

		@Override
		public Scheduler scheduler(String threadName) {
			return this.time.scheduler(threadName);
		}

		@Override
		public WorkerPool workers(String threadName, int threads) {
			WorkerPool pool = this.time.workers(threadName, threads);
			boolean ofListeners = threadName.equals("leader-election-events");
			return new WorkerPool() {

				@Override
				public void execute(Runnable task) {
					if (!ofListeners || !QuickPools.this.atOnce) {
						pool.execute(task);
						return;
					}
					Thread thread = new Thread(task, threadName);
					QuickPools.this.threads.add(thread);
					thread.start();
					await(QuickPools.this.hanging);
				}

				@Override
				public void resize(int threads) {
					pool.resize(threads);
				}

				@Override
				public void close() {
					pool.close();
				}

			};
		}

	}

	/** For example, on a disk that does not answer. */
	@Test
	@Timeout(60)
	void rule07HangingLogDelaysNoRenewalNorEvents() throws Exception {
		CountDownLatch open = new CountDownLatch(1);
		UnsynchronizedAppenderBase<ILoggingEvent> hanging = new UnsynchronizedAppenderBase<>() {

			@Override
			protected void append(ILoggingEvent event) {
				try {
					open.await();
				}
				catch (InterruptedException ex) {
					Thread.currentThread().interrupt();
				}
			}

		};
		hanging.start();
		this.logger.addAppender(hanging);
		InMemoryLeaseStoreFactory real = new InMemoryLeaseStoreFactory(WallClock.system());
		CountDownLatch renewals = new CountDownLatch(10);
		CountDownLatch granted = new CountDownLatch(1);
		try (ElectionEngine engine = ElectionEngineBuilder.of(real.open(), real.traits())
			.timing(ElectionTiming.builder().lease(Duration.ofSeconds(1)).build())
			.operationListener((operation, outcome, took) -> {
				if (operation.equals("renew")) {
					renewals.countDown();
				}
			})
			.build()) {
			LeaderElection election = engine.join("billing").election();
			election.addListener(new LeadershipListener() {

				@Override
				public void granted(Leadership leadership) {
					granted.countDown();
				}

			});
			engine.start();
			assertThat(granted.await(30, TimeUnit.SECONDS)).isTrue();
			assertThat(renewals.await(30, TimeUnit.SECONDS)).isTrue();
			assertThat(election.status().transitions()).extracting(Transition::to)
				.containsExactly(ElectionState.FOLLOWER, ElectionState.LEADER);
			open.countDown();
		}
		finally {
			open.countDown();
			this.logger.detachAppender(hanging);
		}
	}

	@Test
	void leadersOfPartitionsAreNoNews() {
		ElectionEngine leader = build(store(), (builder) -> builder.partitions("orders", 2));
		ElectionEngine follower = build(store(), (builder) -> builder.partitions("orders", 2));
		leader.start();
		this.time.advance(Duration.ofMinutes(1));
		follower.start();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(follower.findPartitioned("orders").orElseThrow().partitions())
			.allMatch((partition) -> partition.leader().isPresent());
		assertThat(logged("Election 'orders:")).isNotEmpty().noneMatch((message) -> message.contains("is led by"));
	}

	@Test
	void outageIsLoggedOnceForAllElections() {
		SeamStore store = store();
		ElectionEngine engine = engine(store);
		for (int i = 0; i < 20; i++) {
			engine.join("e" + i);
		}
		engine.start();
		this.time.advance(Duration.ofSeconds(1));
		store.down(true);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(logged("no answer from the store")).singleElement()
			.asString()
			.contains("Store 'in-memory'", "down", "20 elections");
		assertThat(engine.get("e7").status().lastError()).isEqualTo("down");
		store.down(false);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(logged("answers again")).hasSize(1);
	}

	@Test
	void missingRightIsLoggedOnceAlthoughReadsSucceed() {
		SeamStore store = store();
		ElectionEngine engine = engine(store);
		LeaderElection election = engine.join("billing").election();
		store.readOnly(true);
		engine.start();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(logged("No right to write")).singleElement()
			.asString()
			.contains("the store refuses: No right to write. Grant it. One election of this instance waits for it.");
		assertThat(logged("answers again")).isEmpty();
		assertThat(election.status()).matches(ElectionStatus::refused, "is refused");
		assertThat(election.status().lastContact()).as("reads succeed").isNotNull();
		store.readOnly(false);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isTrue();
		assertThat(election.status().refused()).isFalse();
		assertThat(logged("answers again")).hasSize(1);
	}

	@Test
	void failureOfManyElectionsIsLoggedOnceWhileOthersAreRenewed() {
		SeamStore store = store();
		ElectionEngine engine = engine(store);
		LeaderElection led = engine.join("led").election();
		engine.start();
		this.time.advance(Duration.ofSeconds(1));
		store.full(true);
		for (int i = 0; i < 50; i++) {
			engine.join("e" + i);
		}
		this.time.advance(Duration.ofMinutes(5));
		assertThat(led.isLeader()).isTrue();
		assertThat(logged("No room"))
			.containsExactly("Store 'in-memory': commands fail: No room. Make some. Keeps trying");
		assertThat(engine.get("e7").status().lastError()).isEqualTo("No room. Make some.");
		store.full(false);
		this.time.advance(Duration.ofMinutes(2));
		assertThat(logged("answers again")).containsExactly("Store 'in-memory': the store answers again");
	}

	@Test
	void termThatRanOutIsAWarning() {
		SeamStore store = store();
		ElectionEngine engine = engine(store);
		engine.join("billing");
		engine.start();
		this.time.advance(Duration.ofSeconds(1));
		store.down(true);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(this.log.list).filteredOn((event) -> event.getLevel() == Level.WARN)
			.extracting(ILoggingEvent::getFormattedMessage)
			.anyMatch((message) -> message.contains("the term ended because the store confirmed no renewal in time"));
		store.down(false);
	}

	@Test
	void outageLogsFewWarningsHoweverManyElectionsAreLed() {
		SeamStore store = store();
		ElectionEngine engine = engine(store);
		for (int i = 0; i < 51; i++) {
			engine.join("e" + i);
		}
		engine.start();
		this.time.advance(Duration.ofSeconds(1));
		store.down(true);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(logged("the term ended because the store confirmed no renewal in time")).hasSize(2)
			.last()
			.asString()
			.startsWith("Election 'e1', Election 'e2', Election 'e3'")
			.endsWith("and 42 more: the term ended because the store confirmed no renewal in time");
		assertThat(logged("LEADER -> FOLLOWER (EXPIRED)")).as("each of them, at INFO").hasSize(51);
		store.down(false);
	}

	/**
	 * As when the store answered one command after it got those of all other elections.
	 */
	@Test
	void failureOfManyElectionsIsLoggedForTheFirstAndThenForTheOthersTogether() {
		AsyncLog written = new AsyncLog(LeaderElection.class, Runnable::run);
		WarningBursts bursts = new WarningBursts(written, this.time.ticker());
		for (int i = 0; i < 4; i++) {
			new ElectionLog("Election 'e" + i + "'", written, bursts, this.time.ticker(), Duration.ofSeconds(15))
				.failed(new NoAnswerException("cut off", null), new Observe(new ElectionKey("orders", "billing")));
		}
		String text = ": no answer from the store: cut off. Keeps trying";
		assertThat(logged("cut off")).containsExactly("Election 'e0'" + text);
		this.time.advance(Duration.ofSeconds(2));
		bursts.look();
		bursts.look();
		assertThat(logged("cut off")).containsExactly("Election 'e0'" + text,
				"Election 'e1', Election 'e2', Election 'e3'" + text);
	}

	@Test
	void rule22WorkThatKeepsALeaseIsNamed() {
		ElectionEngine engine = engine(store());
		LeaderElection election = engine.join("billing").election();
		engine.start();
		this.time.advance(Duration.ofSeconds(1));
		GuardedCall call = election.tryEnter(OnLoss.CONTINUE);
		assertThat(call).isNotNull();
		election.stepDown();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(logged("has not ended within the drain timeout")).singleElement()
			.asString()
			.contains("Election 'billing': work of the last term", "contends again");
		call.close();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(election.isLeader()).isTrue();
	}

}
