/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.leaderelection.Candidacy;
import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.OnLoss;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.BidLimits;
import io.leaderelection.protocol.Preference;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.work.DetachedCall;
import io.leaderelection.work.LibraryNotes;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Priority and spread with engines over one store, in stepped time.
 */
class PriorityAndSpreadTests extends EngineRig {

	private static final ElectionKey E = new ElectionKey("orders", "e");

	private static final Duration LEASE = TIMING.lease();

	private static final Duration RENEW = TIMING.renewInterval();

	private static final Duration AFTER = Duration.ofSeconds(10);

	@Test
	void preferredInstanceTakesOverAndFailsBack() {
		LeaderElection plain = instance(0);
		ElectionEngine preferred = engine(priority(5));
		LeaderElection wanted = follow(preferred, "e");
		this.time.advance(AFTER.minusSeconds(1));
		assertThat(plain.isLeader()).as("before preempt-after").isTrue();
		this.time.advance(RENEW.multipliedBy(2).plusSeconds(1));
		assertThat(wanted.isLeader()).isTrue();
		assertThat(causes(plain)).contains(TransitionCause.PREEMPTED);
		preferred.stop();
		this.time.advance(Duration.ofSeconds(1));
		assertThat(plain.isLeader()).as("it hands over as ever").isTrue();
		preferred.start();
		this.time.advance(AFTER.plus(RENEW.multipliedBy(2)));
		assertThat(wanted.isLeader()).as("fail-back").isTrue();
	}

	@Test
	void equalPriorityDoesNotPreempt() {
		LeaderElection first = instance(5);
		instance(5);
		this.time.advance(Duration.ofMinutes(10));
		assertThat(causes(first)).doesNotContain(TransitionCause.PREEMPTED, TransitionCause.REBALANCED);
	}

	@Test
	void statusShowsPriorityAndBidder() {
		LeaderElection plain = instance(1);
		ElectionEngine preferred = engine(priority(5));
		follow(preferred, "e");
		DetachedCall call = hold(plain);
		this.time.advance(AFTER.plus(RENEW.multipliedBy(2)));
		ElectionStatus status = plain.status();
		assertThat(status.priority()).isEqualTo(1);
		assertThat(status.leader().metadata()).containsEntry("priority", "1");
		assertThat(status.bidder().id()).isEqualTo(preferred.instance());
		assertThat(status.bidder().metadata()).containsEntry("priority", "5");
		call.close();
	}

	@Test
	void preferenceDoesNotInterruptAGuardedCall() {
		LeaderElection plain = instance(0);
		LeaderElection wanted = instance(5);
		try (var call = enter(plain, OnLoss.INTERRUPT)) {
			this.time.advance(Duration.ofMinutes(5));
			assertThat(plain.isLeader()).isTrue();
			assertThat(call.interrupted()).isFalse();
		}
		this.time.advance(RENEW);
		assertThat(wanted.isLeader()).isTrue();
	}

	@Test
	void taskMovesToThePreferredInstance() {
		LeaderElection plain = instance(0);
		CountDownLatch ended = new CountDownLatch(1);
		plain.runWhileLeader((term) -> {
			term.onLost(ended::countDown);
		});
		LeaderElection wanted = instance(5);
		this.time.advance(AFTER.plus(RENEW.multipliedBy(2)));
		// The task ends on its own thread
		Awaitility.await().until(() -> {
			this.time.advance(Duration.ofMillis(1));
			return wanted.isLeader();
		});
		assertThat(ended.getCount()).isZero();
	}

	@Test
	void electionsSpreadEvenlyAndThenStay() {
		String[] names = names(30);
		List<List<LeaderElection>> all = new ArrayList<>();
		ElectionEngine first = engine(spread());
		all.add(start(first, names));
		this.time.advance(LEASE);
		all.add(start(engine(spread()), names));
		all.add(start(engine(spread()), names));
		this.time.advance(AFTER.plus(RENEW.multipliedBy(4)));
		assertThat(counts(all)).containsExactly(10L, 10L, 10L);
		List<Long> before = all.stream().map(PriorityAndSpreadTests::handovers).toList();
		this.time.advance(Duration.ofMinutes(10));
		assertThat(all.stream().map(PriorityAndSpreadTests::handovers)).as("handovers once even").isEqualTo(before);
		first.stop();
		this.time.advance(AFTER.plus(RENEW.multipliedBy(6)));
		assertThat(counts(all)).containsExactly(0L, 15L, 15L);
	}

	@Test
	void suspendedElectionsStayWhereTheyAreAndCountForNobody() {
		String[] names = names(12);
		List<List<LeaderElection>> all = new ArrayList<>();
		all.add(start(engine(spread()), names));
		all.add(start(engine(spread()), names));
		this.time.advance(AFTER.plus(RENEW.multipliedBy(4)));
		assertThat(counts(all)).containsExactly(6L, 6L);
		List<LeaderElection> suspended = all.get(0).stream().filter(LeaderElection::isLeader).limit(4).toList();
		suspended.forEach((election) -> election.suspend("a migration"));
		assertThat(counts(all)).containsExactly(2L, 6L);
		this.time.advance(Duration.ofMinutes(10));
		assertThat(counts(all)).containsExactly(4L, 4L);
		assertThat(suspended)
			.allSatisfy((election) -> assertThat(election.status().state()).isEqualTo(ElectionState.SUSPENDED));
		suspended.forEach(LeaderElection::unsuspend);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(counts(all).stream().mapToLong(Long::longValue).sum()).as("led at once").isEqualTo(12);
		this.time.advance(AFTER.plus(RENEW.multipliedBy(6)));
		assertThat(counts(all)).containsExactly(6L, 6L);
	}

	@Test
	void instanceWithALimitHandsOverAndTakesVacantOnes() {
		String[] names = names(9);
		List<List<LeaderElection>> all = new ArrayList<>();
		all.add(start(builder().elections(spread()).bidLimits(new BidLimits(2, Duration.ZERO)).build(), names));
		assertThat(counts(all)).as("a cap limits no contention").containsExactly(9L);
		all.add(start(engine(spread()), names));
		this.time.advance(AFTER.plus(RENEW.multipliedBy(6)));
		assertThat(counts(all)).containsExactly(2L, 7L);
	}

	@Test
	void instanceThatSteppedDownWaitsUntilAnotherHasLed() {
		ElectionEngine preferred = engine(priority(5));
		LeaderElection wanted = follow(preferred, "e");
		LeaderElection plain = instance(0);
		this.time.advance(LEASE);
		assertThat(wanted.isLeader()).isTrue();
		for (int times = 1; times <= 4; times *= 2) {
			wanted.stepDown(Duration.ZERO);
			this.time.advance(Duration.ofSeconds(2));
			assertThat(plain.isLeader()).isTrue();
			this.time.advance(AFTER.multipliedBy(times).minusSeconds(3));
			assertThat(plain.isLeader()).as("doubled each time: " + times).isTrue();
			this.time.advance(RENEW.multipliedBy(2).plusSeconds(1));
			assertThat(wanted.isLeader()).isTrue();
		}
	}

	@Test
	@DisplayName("An instance that gave an election up does not bid for it in the next look")
	void bidsArePreparedBeforeTheyAreDecided() {
		LeaderElection wanted = instance(5);
		LeaderElection plain = instance(0);
		this.time.advance(AFTER.multipliedBy(2));
		wanted.stepDown(Duration.ZERO);
		this.time.runReady();
		// Within the time of one look, the other acquires and this instance observes it
		this.store.subscriptions().get(1).notified("e");
		this.time.runReady();
		this.store.subscriptions().get(0).notified("e");
		this.time.runReady();
		assertThat(plain.isLeader()).isTrue();
		assertThat(wanted.leader()).isEqualTo(plain.leader());
		this.time.advance(ElectionLoop.LOOK);
		assertThat(this.store.exists(E.bid())).isFalse();
	}

	@Test
	@DisplayName("What a look decides is sent and published in this look")
	void bidsAreFinishedAfterTheyAreDecided() {
		LeaderElection plain = instance(0);
		LeaderElection wanted = instance(5);
		DetachedCall call = hold(plain);
		this.time.advance(AFTER);
		assertThat(this.store.exists(E.bid())).as("the first look began to count").isFalse();
		this.time.advance(ElectionLoop.LOOK);
		assertThat(this.store.exists(E.bid())).isTrue();
		assertThat(wanted.status().bidder()).isNull();
		this.time.advance(ElectionLoop.LOOK);
		assertThat(wanted.status().bidder()).isNotNull();
		call.close();
	}

	@Test
	void stepDownCountsHoweverManyTransitionsFollow() {
		ElectionEngine preferred = engine(priority(5));
		LeaderElection wanted = follow(preferred, "e");
		LeaderElection plain = instance(0);
		this.time.advance(LEASE);
		wanted.stepDown(Duration.ofSeconds(3));
		this.time.runReady();
		for (int i = 0; i < 15; i++) {
			wanted.pause();
			wanted.resume();
			this.time.runReady();
		}
		assertThat(causes(wanted)).as("more than are kept").doesNotContain(TransitionCause.STEP_DOWN);
		this.time.advance(AFTER.minusSeconds(1));
		assertThat(plain.isLeader()).as("before another has led for preempt-after").isTrue();
		this.time.advance(RENEW.multipliedBy(2).plusSeconds(3));
		assertThat(wanted.isLeader()).isTrue();
	}

	@Test
	void pausedInstanceDoesNotBid() {
		LeaderElection plain = instance(0);
		LeaderElection wanted = instance(5);
		wanted.pause();
		this.time.advance(Duration.ofMinutes(5));
		assertThat(plain.isLeader()).isTrue();
		assertThat(plain.status().bidder()).isNull();
		wanted.resume();
		this.time.advance(AFTER.minusSeconds(1));
		assertThat(plain.isLeader()).as("counted from when it may lead").isTrue();
		this.time.advance(RENEW.multipliedBy(2).plusSeconds(1));
		assertThat(wanted.isLeader()).isTrue();
	}

	@Test
	void stopReleasesTheBid() {
		LeaderElection plain = instance(0);
		ElectionEngine preferred = engine(priority(5));
		follow(preferred, "e");
		DetachedCall call = hold(plain);
		this.time.advance(AFTER.plus(RENEW));
		assertThat(plain.status().bidder()).isNotNull();
		preferred.stop();
		this.time.advance(Duration.ofMillis(100));
		assertThat(preferred.stop().toCompletableFuture()).isDone();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(plain.status().bidder()).as("seen at the next look").isNull();
		call.close();
	}

	@Test
	void garbageInTheBidDoesNotAffectTheLeader() {
		LeaderElection plain = instance(0);
		this.store.poison("e/bid");
		long token = plain.leadership().map(Leadership::fencingToken).orElseThrow();
		instance(5);
		this.time.advance(Duration.ofMinutes(5));
		assertThat(plain.leadership().map(Leadership::fencingToken)).contains(token);
	}

	@Test
	void withoutPreferenceNoBidIsObserved() {
		follow(engine(ElectionSettings.DEFAULT), "e");
		this.time.advance(Duration.ofMinutes(5));
		assertThat(this.store.count("observe")).isZero();
		assertThat(this.store.count("acquire")).isEqualTo(1);
	}

	@Test
	void allBidsAreObservedInOneBatch() {
		start(engine(spread()), names(100));
		this.time.advance(Duration.ofMinutes(1));
		long before = this.store.count("observe");
		this.time.advance(TIMING.retryInterval().multipliedBy(10));
		assertThat(this.store.count("observe") - before).isLessThanOrEqualTo(11);
		assertThat(this.store.calls).contains("observe 100");
	}

	@Test
	void bidsAreNotListedAsElections() {
		ElectionEngine preferred = engine(priority(5));
		instance(0);
		follow(preferred, "e");
		this.time.advance(AFTER);
		assertThat(preferred.all()).extracting(LeaderElection::name).containsExactly("e");
		assertThatIllegalArgumentException().isThrownBy(() -> preferred.join("e/bid")).withMessageContaining("e/bid");
		assertThatIllegalArgumentException().isThrownBy(() -> preferred.join("x".repeat(241)))
			.withMessageContaining("240");
	}

	@Test
	void storeWithoutCheckpointsIsRefused() {
		ElectionEngine engine = engine(ListedStore.PLAIN, priority(1));
		assertThatIllegalArgumentException().isThrownBy(() -> engine.join("e"))
			.withMessageContainingAll("'e'", "keeps no checkpoints");
	}

	@Test
	void bidIsNotedBeforeTheHandover() {
		instance(0);
		LeaderElection wanted = instance(5);
		this.time.advance(AFTER.plus(RENEW.multipliedBy(2)));
		assertThat(wanted.isLeader()).isTrue();
		long bid = this.store.term(E.bid()).token();
		assertThat(this.store.checkpoints(E).values()).containsEntry("bid:", Long.toString(bid));
		assertThat(wanted.leadership().orElseThrow().checkpoints()).as("what the application sees").isEmpty();
	}

	@Test
	void brokenCheckpointsPreventAHandover() {
		LeaderElection plain = instance(0);
		this.store.write(E, new Checkpoints(7, "garbage"));
		plain.stepDown(Duration.ZERO);
		this.time.advance(Duration.ofSeconds(1));
		assertThat(plain.isLeader()).isTrue();
		instance(5);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(plain.isLeader()).isTrue();
	}

	@Test
	void noteWithoutRoomPreventsAHandover() {
		LeaderElection plain = instance(0);
		LibraryNotes notes = LibraryNotes.of(plain.leadership().orElseThrow());
		notes.note("tick:x", "x".repeat(LibraryNotes.MAX_CHARACTERS - 6));
		this.time.runReady();
		instance(5);
		this.time.advance(Duration.ofMinutes(1));
		assertThat(plain.isLeader()).isTrue();
	}

	@Test
	void storeOutageDelaysBidsOnlyBriefly() {
		LeaderElection plain = instance(0);
		LeaderElection wanted = instance(5);
		this.time.advance(AFTER);
		this.store.down(true);
		this.time.advance(LEASE.multipliedBy(2));
		assertThat(plain.isLeader()).isFalse();
		this.store.down(false);
		this.time.advance(LEASE.multipliedBy(3));
		assertThat(wanted.isLeader()).isTrue();
	}

	@Test
	void leavingAnElectionReleasesItsBid() {
		LeaderElection plain = instance(0);
		DetachedCall call = hold(plain);
		ElectionEngine preferred = engine(priority(5));
		Candidacy candidacy = preferred.join("e");
		preferred.start();
		this.time.advance(AFTER.plus(RENEW));
		assertThat(plain.status().bidder()).isNotNull();
		candidacy.close();
		this.time.advance(Duration.ofSeconds(3));
		assertThat(plain.status().bidder()).isNull();
		assertThat(preferred.find("e")).isEmpty();
		candidacy = preferred.join("e");
		this.time.advance(AFTER.plus(RENEW));
		assertThat(plain.status().bidder()).as("it takes part again").isNotNull();
		call.close();
	}

	@Test
	void rule21UnknownBidIsReleasedAfterLeaving() {
		this.store.holds = true;
		LeaderElection plain = follow(engine(Rig.GUARD_LOCK, priority(0)), "e");
		ElectionEngine preferred = engine(Rig.GUARD_LOCK, priority(5));
		Candidacy candidacy = preferred.join("e");
		preferred.start();
		this.store.loseAnswers(true);
		this.time.advance(AFTER.plusSeconds(4));
		assertThat(plain.status().bidder()).as("it was applied").isNotNull();
		candidacy.close();
		this.store.loseAnswers(false);
		this.time.advance(LEASE.multipliedBy(5));
		assertThat(plain.status().bidder()).isNull();
		LeaderElection another = follow(engine(Rig.GUARD_LOCK, priority(5)), "e");
		this.time.advance(AFTER.plus(RENEW.multipliedBy(2)));
		assertThat(another.isLeader()).as("nothing keeps others from bidding").isTrue();
	}

	// Parts

	/** Opens a guarded call that the test closes. */
	private static DetachedCall hold(LeaderElection election) {
		return enter(election, OnLoss.INTERRUPT).detach(() -> {
		});
	}

	/** Starts an instance that takes part in one election. */
	private LeaderElection instance(int priority) {
		return follow(engine(priority(priority)), "e");
	}

	private static ElectionSettings priority(int priority) {
		return ElectionSettings.DEFAULT.withPreference(new Preference(priority, false, AFTER));
	}

	private static ElectionSettings spread() {
		return ElectionSettings.DEFAULT.withPreference(new Preference(0, true, AFTER));
	}

	private ElectionEngine engine(ElectionSettings settings) {
		return engine(ListedStore.TRAITS, settings);
	}

	private ElectionEngine engine(StoreTraits traits, ElectionSettings settings) {
		return builder(traits).elections(settings).build();
	}

	private List<LeaderElection> start(ElectionEngine engine, String... names) {
		List<LeaderElection> elections = new ArrayList<>();
		for (String name : names) {
			elections.add(engine.join(name).election());
		}
		engine.start();
		this.time.runReady();
		return elections;
	}

	private static String[] names(int number) {
		return IntStream.range(0, number).mapToObj((i) -> "e" + i).toArray(String[]::new);
	}

	private static List<Long> counts(List<List<LeaderElection>> all) {
		return all.stream().map((elections) -> elections.stream().filter(LeaderElection::isLeader).count()).toList();
	}

	private static long handovers(List<LeaderElection> elections) {
		return elections.stream()
			.flatMap((election) -> causes(election).stream())
			.filter(Set.of(TransitionCause.REBALANCED, TransitionCause.PREEMPTED)::contains)
			.count();
	}

}
