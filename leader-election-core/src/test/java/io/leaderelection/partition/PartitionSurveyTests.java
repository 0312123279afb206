/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests of {@link PartitionSurvey}, with a lease of ten seconds.
 */
class PartitionSurveyTests {

	private static final ElectionKey ELECTION = new ElectionKey("n", "orders");

	private static final ElectionKey SECOND = new ElectionKey("n", "orders:1");

	private static final Outcome FREE = new Outcome.Free(7, true);

	private PartitionSurvey survey = survey(false);

	private static PartitionSurvey survey(boolean hindsight) {
		return new PartitionSurvey(ELECTION, 2, "self", Duration.ofSeconds(10), hindsight);
	}

	private static Outcome leased(String candidate, long token, int remaining) {
		return new Outcome.Leased(candidate, Instant.EPOCH, token, Duration.ofSeconds(remaining), Duration.ZERO,
				Map.of());
	}

	/** A look at the given second that finds all free but one record. */
	private void look(int second, ElectionKey record, Outcome outcome) {
		for (ElectionKey each : this.survey.look(new Moment(Duration.ofSeconds(second).toNanos(), 0))) {
			this.survey.observed(each, each.equals(record) ? outcome : FREE);
		}
	}

	private void look(int second) {
		look(second, ELECTION, FREE);
	}

	private void assertUnused() {
		assertThat(this.survey.isComplete()).isTrue();
		assertThat(this.survey.user()).isNull();
	}

	@Test
	void allRecordsAreObserved() {
		assertThat(this.survey.look(new Moment(0, 0))).extracting(ElectionKey::election)
			.containsExactly("orders", "orders/bid", "orders:0", "orders:0/bid", "orders:1", "orders:1/bid");
	}

	@Test
	void electionIsFreeAfterALeaseWithoutAUser() {
		look(0);
		assertThat(this.survey.hasLooked()).isTrue();
		look(9);
		assertThat(this.survey.isComplete()).isFalse();
		look(10);
		assertUnused();
	}

	@Test
	void leaderOfAnyRecordIsAUserAtOnce() {
		for (ElectionKey record : survey(false).look(new Moment(0, 0))) {
			this.survey = survey(false);
			look(0, record, leased("other", 7, 3));
			boolean bid = record.election().endsWith("/bid");
			assertThat(this.survey.user()).isEqualTo(
					"instance other " + (bid ? "bids for '" : "leads '") + record.election().replace("/bid", "") + "'");
		}
	}

	/** Its owner waits before it leads, or only its guard lock is left. */
	@Test
	void recordWithoutATimeThatRemainsIsHeld() {
		look(0, SECOND, leased("other", 7, 0));
		assertThat(this.survey.user()).contains("other");
	}

	@Test
	void instanceThatAppearsDuringTheLeaseIsAUser() {
		look(0);
		look(5, SECOND, leased("other", 8, 10));
		assertThat(this.survey.user()).contains("other", "orders:1");
	}

	@Test
	void leaseCountsFromWhenThisCandidateHasNoPartition() {
		look(0, SECOND, leased("self", 7, 10));
		look(10, SECOND.bid(), leased("self", 7, 10));
		look(12);
		look(21);
		assertThat(this.survey.isComplete()).isFalse();
		look(22);
		assertUnused();
	}

	/** It keeps the number, so that nobody else writes one. */
	@Test
	void thisCandidateMayLeadTheElectionItself() {
		look(0, ELECTION, leased("self", 7, 10));
		look(10, ELECTION, leased("self", 7, 10));
		assertUnused();
	}

	@Test
	void unknownAnswerCountsForNothing() {
		look(0, SECOND, new Outcome.Unknown(new IllegalStateException("down")));
		assertThat(this.survey.hasLooked()).isFalse();
		look(5);
		look(12, SECOND, new Outcome.Unknown(new IllegalStateException("down")));
		look(14);
		assertThat(this.survey.isComplete()).isFalse();
		look(15);
		assertThat(this.survey.isComplete()).isTrue();
	}

	@Test
	void answerThatBelongsToNoLookIsIgnored() {
		this.survey.observed(SECOND, leased("other", 7, 10));
		look(0);
		this.survey.observed(SECOND, leased("other", 7, 10));
		assertThat(this.survey.user()).isNull();
	}

	// A store without a clock

	@Test
	void recordOfADeadCandidateCountsFromTheFirstLook() {
		this.survey = survey(true);
		look(0, SECOND, leased("dead", 7, 10));
		look(5, SECOND, leased("dead", 7, 5));
		assertThat(this.survey.user()).isNull();
		look(10);
		assertUnused();
	}

	@Test
	void renewedRecordIsUsedInAStoreWithoutAClock() {
		this.survey = survey(true);
		look(0, SECOND, leased("other", 7, 10));
		look(5, SECOND, leased("other", 7, 6));
		look(6, SECOND, leased("other", 7, 10));
		assertThat(this.survey.user()).contains("other", "orders:1");
	}

	@Test
	void newTermIsAUseInAStoreWithoutAClock() {
		this.survey = survey(true);
		look(0, SECOND, leased("other", 7, 10));
		look(5, SECOND, leased("third", 8, 4));
		assertThat(this.survey.user()).contains("third");
	}

	/** Its session is kept alive without a change of the record. */
	@Test
	void recordThatIsStillHeldAtTheEndIsUsed() {
		this.survey = survey(true);
		look(0, SECOND, leased("other", 7, 10));
		look(10, SECOND, leased("other", 7, 10));
		assertThat(this.survey.isComplete()).isTrue();
		assertThat(this.survey.user()).contains("other");
	}

}
