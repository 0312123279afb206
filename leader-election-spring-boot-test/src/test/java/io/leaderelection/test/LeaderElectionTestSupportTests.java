/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.GuardedCall;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.TransitionCause;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.annotation.OnLeader;
import io.leaderelection.event.LeaderChangedEvent;
import io.leaderelection.event.LeaderElectionEvent;
import io.leaderelection.event.LeadershipGrantedEvent;
import io.leaderelection.event.LeadershipRevokedEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@SpringBootTest(classes = LeaderElectionTestSupportTests.Application.class)
@LeaderElectionTest
class LeaderElectionTestSupportTests {

	@Autowired
	private LeaderElectionTestSupport support;

	@Autowired
	private LeaderElections elections;

	@Autowired
	private Job job;

	@Autowired
	private Listener listener;

	private LeaderElection billing;

	@BeforeEach
	void find() {
		this.billing = this.elections.get("billing");
		this.listener.received = 0;
	}

	@Test
	void checkpointsAreFoundByTheNextTermAndSeenByTheTest() {
		assertThat(this.support.checkpoints("billing")).isEmpty();
		this.support.checkpoint("billing", "last invoice", "4711");
		this.support.grant("billing");
		Leadership term = this.billing.leadership().orElseThrow();
		assertThat(term.checkpoints()).isEqualTo(Map.of("last invoice", "4711"));
		term.checkpointAsync("last invoice", "4712");
		assertThat(this.support.checkpoints("billing")).isEqualTo(Map.of("last invoice", "4712"));
		assertThatIllegalStateException().isThrownBy(() -> this.support.checkpoint("billing", "last invoice", null))
			.withMessageContaining("revoke(\"billing\")");
		this.support.revoke("billing");
		this.support.checkpoint("billing", "last invoice", null);
		assertThat(this.support.checkpoints("billing")).isEmpty();
		this.support.checkpoint("billing", "left", "for the next test");
	}

	@Test
	void followsAnotherInstanceInitially() {
		assertThat(this.support.checkpoints("billing")).isEmpty();
		assertThat(this.billing.isLeader()).isFalse();
		assertThat(this.billing.leader()).map(Leader::id).hasValue(LeaderElectionTestSupport.OTHER_INSTANCE);
		assertThat(this.job.run()).isNull();
		assertThat(this.support.events()).isEmpty();
	}

	@Test
	void grantReturnsWhenListenersHaveReturned() {
		this.support.grant("billing");
		assertThat(this.listener.received).isEqualTo(1);
		assertThat(this.billing.isLeader()).isTrue();
		assertThat(this.job.run()).isEqualTo(this.billing.leadership().map(Leadership::fencingToken).orElseThrow());
		assertThat(this.support.events(LeadershipGrantedEvent.class)).hasSize(1);
		assertThat(this.elections.get("mail").isLeader()).isFalse();
		assertThat(this.support.events()).extracting(LeaderElectionEvent::getElection).containsOnly("billing");
	}

	@Test
	void grantToTheLeaderDoesNothing() {
		this.support.grant("billing");
		this.support.clearEvents();
		this.support.grant("billing");
		assertThat(this.support.events()).isEmpty();
	}

	@Test
	void revokeReturnsWhenListenersHaveReturned() {
		this.support.grant("billing");
		this.support.revoke("billing");
		assertThat(this.listener.received).isEqualTo(2);
		assertThat(this.job.run()).isNull();
		assertThat(this.support.events(LeadershipRevokedEvent.class)).singleElement()
			.extracting(LeadershipRevokedEvent::getCause)
			.isEqualTo(TransitionCause.LOST);
		assertThat(this.support.events()).last()
			.isInstanceOfSatisfying(LeaderChangedEvent.class, (event) -> assertThat(event.getCurrent())
				.satisfies((leader) -> assertThat(leader.id()).isEqualTo(LeaderElectionTestSupport.OTHER_INSTANCE)));
	}

	@Test
	void tokensIncreaseOverAllChanges() {
		this.support.grant("billing");
		long first = this.job.run();
		this.support.revoke("billing");
		long others = this.billing.leader().map(Leader::fencingToken).orElseThrow();
		this.support.grant("billing");
		long second = this.job.run();
		this.support.expire("billing");
		this.support.grant("billing");
		assertThat(List.of(first, others, second, this.job.run())).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void expireLeavesNoLeaderUntilGranted() {
		this.support.grant("billing");
		this.support.expire("billing");
		assertThat(this.billing.leader()).isEmpty();
		assertThat(this.support.events(LeadershipRevokedEvent.class)).singleElement()
			.extracting(LeadershipRevokedEvent::getCause)
			.isEqualTo(TransitionCause.EXPIRED);
		this.support.advance(Duration.ofMinutes(10));
		assertThat(this.billing.leader()).isEmpty();
		this.support.grant("billing");
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void anotherInstanceCanFollowAnExpiredTerm() {
		this.support.grant("billing");
		this.support.expire("billing");
		this.support.revoke("billing");
		assertThat(this.billing.leader()).map(Leader::id).hasValue(LeaderElectionTestSupport.OTHER_INSTANCE);
	}

	@Test
	void leaseOfAFollowerCannotExpire() {
		assertThatIllegalStateException().isThrownBy(() -> this.support.expire("billing"))
			.withMessageContaining("FOLLOWER")
			.withMessageContaining("grant(\"billing\")");
	}

	@Test
	void unknownElectionIsNamedWithTheKnownOnes() {
		assertThatExceptionOfType(UnknownElectionException.class).isThrownBy(() -> this.support.grant("biling"))
			.withMessageContaining("biling")
			.withMessageContaining("billing");
	}

	@Test
	void workIsInterruptedWhenItsTermIsRevokedOrExpires() {
		this.support.grant("billing");
		assertInterrupted(() -> this.support.revoke("billing"));
		this.support.grant("billing");
		assertInterrupted(() -> this.support.expire("billing"));
	}

	private void assertInterrupted(Runnable loss) {
		CountDownLatch entered = new CountDownLatch(1);
		FutureTask<Boolean> work = new FutureTask<>(() -> {
			try (GuardedCall call = this.billing.tryEnter(OnLoss.INTERRUPT)) {
				assertThat(call).isNotNull();
				entered.countDown();
				new CountDownLatch(1).await();
				return false;
			}
			catch (InterruptedException ex) {
				return true;
			}
		});
		new Thread(work).start();
		assertThat(entered).satisfies(CountDownLatch::await);
		loss.run();
		assertThat(work).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(true);
	}

	@Test
	void testItselfCanDoTheWorkThatIsInterrupted() {
		this.support.grant("billing");
		try (GuardedCall call = this.billing.tryEnter(OnLoss.INTERRUPT)) {
			assertThat(call).isNotNull();
			this.support.expire("billing");
			assertThat(Thread.currentThread().isInterrupted()).isTrue();
			assertThat(call.leadership().isValid()).isFalse();
		}
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void pausedInstanceDoesNotLead() {
		this.support.grant("billing");
		this.billing.pause();
		this.support.settle();
		assertThat(this.billing.status().state()).isEqualTo(ElectionState.PAUSED);
		assertThatIllegalStateException().isThrownBy(() -> this.support.grant("billing"))
			.withMessageContaining("PAUSED");
	}

	@Test
	void grantMovesTimePastACoolDown() {
		this.support.grant("billing");
		this.billing.stepDown(Duration.ofMinutes(30));
		this.support.settle();
		this.support.grant("billing");
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void longCoolDownIsLeftToTheTest() {
		this.support.grant("billing");
		this.billing.stepDown(Duration.ofHours(2));
		this.support.settle();
		assertThatIllegalStateException().isThrownBy(() -> this.support.grant("billing"))
			.withMessageContaining("cool-down");
		this.support.advance(Duration.ofHours(1));
		assertThat(this.billing.isLeader()).isTrue();
	}

	@Test
	void keepsLeadingWhileTimeMoves() {
		this.support.grant("billing");
		long token = this.job.run();
		this.support.advance(Duration.ofHours(2));
		assertThat(this.job.run()).isEqualTo(token);
		assertThat(this.elections.get("mail").isLeader()).isFalse();
	}

	@Test
	void timeDoesNotMoveBack() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.support.advance(Duration.ofSeconds(-1)))
			.withMessageContaining("PT-1S");
	}

	@Test
	void cannotBeUsedInsideAListener() {
		AtomicReference<Throwable> failure = new AtomicReference<>();
		Registration registration = this.elections.addListener(new LeadershipListener() {

			@Override
			public void granted(Leadership leadership) {
				try {
					LeaderElectionTestSupportTests.this.support.revoke("billing");
				}
				catch (IllegalStateException ex) {
					failure.set(ex);
				}
			}

		});
		this.support.grant("billing");
		registration.remove();
		assertThat(failure.get()).hasMessageContaining("inside a listener");
	}

	@Test
	void electionJoinedLaterIsControlledToo() {
		try (Candidacy late = this.elections.join("late")) {
			this.support.advance(Duration.ofMinutes(1));
			assertThat(late.election().isLeader()).isFalse();
			this.support.grant("late");
			assertThat(late.election().isLeader()).isTrue();
		}
		this.support.settle();
		assertThatExceptionOfType(UnknownElectionException.class).isThrownBy(() -> this.support.grant("late"));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		Job job() {
			return new Job();
		}

		@Bean
		Listener listener() {
			return new Listener();
		}

	}

	static class Job {

		@OnLeader("billing")
		Long run() {
			return Leadership.current().fencingToken();
		}

		@OnLeader("mail")
		void sendMail() {
		}

	}

	static class Listener {

		private volatile int received;

		@EventListener
		void granted(LeadershipGrantedEvent event) {
			receive(event);
		}

		@EventListener
		void revoked(LeadershipRevokedEvent event) {
			receive(event);
		}

		private void receive(LeaderElectionEvent event) {
			// Slow enough to show a test that does not wait
			Thread.yield();
			if (event.getElection().equals("billing")) {
				this.received++;
			}
		}

	}

}
