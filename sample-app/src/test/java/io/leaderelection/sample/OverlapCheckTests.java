/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The check detects overlaps, and nothing else.
 */
class OverlapCheckTests {

	private final List<Answer> answers = new ArrayList<>();

	@Test
	void leadersOneAfterTheOtherAreFine() {
		leads("a", 1, 0, 10);
		leads("a", 1, 20, 30);
		leads("b", 2, 40, 50);
		leads("b", 2, 60, 70);
		assertThat(OverlapCheck.overlaps(this.answers)).isEmpty();
		assertThat(OverlapCheck.countTerms(this.answers)).isEqualTo(2);
	}

	@Test
	void slowAnswerFromBeforeTheSuccessorIsFine() {
		leads("a", 1, 0, 10);
		leads("a", 1, 20, 100);
		leads("b", 2, 40, 50);
		leads("b", 2, 60, 70);
		assertThat(OverlapCheck.overlaps(this.answers)).isEmpty();
	}

	@Test
	void answerWithinTheSpanOfAnotherTermIsAnOverlap() {
		leads("a", 1, 0, 10);
		leads("a", 1, 60, 70);
		leads("b", 2, 20, 30);
		assertThat(OverlapCheck.overlaps(this.answers)).hasSize(1);
	}

	@Test
	void spansThatMeetAreAnOverlapEvenIfNoAnswerLiesWithin() {
		leads("a", 1, 0, 10);
		leads("a", 1, 50, 60);
		leads("b", 2, 5, 40);
		leads("b", 2, 80, 90);
		assertThat(OverlapCheck.overlaps(this.answers)).hasSize(1);
	}

	@Test
	void oneTokenOfTwoInstancesIsTwoTerms() {
		leads("a", 1, 0, 10);
		leads("a", 1, 60, 70);
		leads("b", 1, 20, 30);
		assertThat(OverlapCheck.overlaps(this.answers)).hasSize(1);
	}

	@Test
	void oneInstanceWithTwoTokensAtOnceIsAnOverlap() {
		leads("a", 1, 0, 10);
		leads("a", 1, 60, 70);
		leads("a", 2, 20, 30);
		assertThat(OverlapCheck.overlaps(this.answers)).hasSize(1);
	}

	@Test
	void answersOfFollowersSayNothing() {
		leads("a", 1, 0, 10);
		leads("a", 1, 60, 70);
		this.answers.add(new Answer("b", false, 1L, 20, 30));
		assertThat(OverlapCheck.overlaps(this.answers)).isEmpty();
		assertThat(OverlapCheck.countTerms(this.answers)).isEqualTo(1);
	}

	private void leads(String instance, long token, long sent, long received) {
		this.answers.add(new Answer(instance, true, token, sent, received));
	}

}
