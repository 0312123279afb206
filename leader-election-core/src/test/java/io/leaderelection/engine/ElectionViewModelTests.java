/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;

import io.leaderelection.ElectionState;
import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.work.ModelCheck;
import io.leaderelection.work.Term;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs queries of a candidate in Lincheck's model checker while it wins, renews, hands
 * over and loses. Each answer must have been true at one moment between query and answer.
 */
@Tag("model-checking")
class ElectionViewModelTests {

	private static final Script RENEWED = new Script().begin(1).lead(1, 0).pass(6).meanwhile().lead(1, 6).pass(12);

	private static final Script DRAINED = new Script().begin(1)
		.lead(1, 0)
		.meanwhile()
		.unconfirm()
		.lead(1, 0)
		.drain()
		.end();

	private static final Script RETURNED = new Script().begin(1).lead(1, 0).end().meanwhile().begin(2).lead(2, 0);

	/** The loop is delayed before it publishes a term, until the term is over. */
	private static final Script LATE = new Script().begin(1).meanwhile().pass(20).lead(1, 5);

	private static final Script RETURNED_LATE = new Script().begin(1)
		.lead(1, 0)
		.meanwhile()
		.pass(20)
		.begin(2)
		.lead(2, 5);

	@Test
	void leadsOnlyWhileATermIsLed() {
		for (Script script : List.of(RENEWED, DRAINED, LATE)) {
			ask(script, (candidate) -> candidate.view().isLeader() ? 1 : 0,
					(truth, answer) -> answer != 0 == (truth.led() != 0));
		}
	}

	@Test
	void returnsOnlyATermThatIsLed() {
		for (Script script : List.of(RETURNED, LATE, RETURNED_LATE)) {
			ask(script, ElectionViewModelTests::currentTerm, (truth, answer) -> truth.led() == answer);
		}
	}

	@Test
	void aTermIsValidOnlyByItsOwnBounds() {
		for (Script script : List.of(DRAINED, LATE, RETURNED)) {
			ask(script, (candidate) -> candidate.isValid(1) ? 1 : 0,
					(truth, answer) -> answer != 0 == (truth.valid() == 1));
		}
	}

	@Test
	void remainingTimeNeverExceedsTheTerm() {
		for (Script script : List.of(RENEWED, RETURNED_LATE)) {
			ask(script, (candidate) -> candidate.remaining(1).toSeconds(),
					(truth, answer) -> answer <= ((truth.valid() == 1) ? truth.left() : 0));
		}
	}

	@Test
	void statusIsOfOneMoment() {
		Script takenOver = new Script().know(1).meanwhile().begin(2).lead(2, 0).know(2);
		for (Script script : List.of(RENEWED, RETURNED, takenOver)) {
			ask(script, ElectionViewModelTests::statusOfLeader, (truth, answer) -> truth.led() == answer);
		}
	}

	@Test
	void aLeaderNamesNoFormerOne() {
		Script published = new Script().know(1).begin(2).lead(2, 0).meanwhile().know(2);
		ScriptedCandidate candidate = new ScriptedCandidate(published);
		ModelCheck.check(statusOfLeader(candidate) == 2, "does not lead");
		candidate.play();
		ModelCheck.check(candidate.view().status().leader() != null, "knows no leader");
	}

	@Test
	void isDecidedOnlyWhileALeaderIsKnown() {
		Script lost = new Script().begin(1).lead(1, 0).know(1).end().meanwhile().know(0).begin(2).lead(2, 0);
		// Between the grant and its publication, both answers are right
		ask(lost, (candidate) -> candidate.view().isDecided() ? 1 : 0,
				(truth, answer) -> (answer != 0) ? truth.decided() || truth.led() != 0 : !truth.decided());
	}

	@Test
	void renouncedCandidateDoesNotLead() {
		Script granted = new Script().begin(1).meanwhile().lead(1, 0);
		ModelCheck.explore(() -> {
			ScriptedCandidate candidate = new ScriptedCandidate(granted);
			ModelCheck.Task loop = ModelCheck.start(candidate::play);
			candidate.view().renounce();
			ModelCheck.check(!candidate.view().isLeader(), "leads after it has renounced");
			ModelCheck.joinAll(loop);
			ModelCheck.check(!candidate.view().isLeader(), "leads again");
		});
	}

	private static long currentTerm(ScriptedCandidate candidate) {
		Term term = candidate.view().currentTerm();
		return (term != null) ? term.fencingToken() : 0;
	}

	private static long statusOfLeader(ScriptedCandidate candidate) {
		ElectionStatus status = candidate.view().status();
		if (!status.leading()) {
			return 0;
		}
		ModelCheck.check(status.state() == ElectionState.LEADER && !status.unconfirmed(), "leads as " + status);
		Leader leader = status.leader();
		ModelCheck.check(leader == null || leader.fencingToken() == status.fencingToken(), "names another: " + status);
		return status.fencingToken();
	}

	private static void ask(Script script, Question question, Justification justification) {
		ModelCheck.explore(() -> {
			ScriptedCandidate candidate = new ScriptedCandidate(script);
			ModelCheck.Task loop = ModelCheck.start(candidate::play);
			int from = candidate.stamp() / 2;
			long answer = question.ask(candidate);
			int to = (candidate.stamp() + 1) / 2;
			ModelCheck.joinAll(loop);
			// The answer "no" is safe, because two clocks have to be read
			boolean excused = answer == 0 && script.after(from).now() != script.after(to).now();
			ModelCheck.check(excused || isJustified(script, from, to, answer, justification),
					"answered " + answer + " between steps " + from + " and " + to);
		});
	}

	private static boolean isJustified(Script script, int from, int to, long answer, Justification justification) {
		for (int steps = from; steps <= to; steps++) {
			if (justification.isGivenBy(script.after(steps), answer)) {
				return true;
			}
		}
		return false;
	}

	private interface Question {

		/** A token, a duration in seconds, or another number for "yes"; 0 means "no". */
		long ask(ScriptedCandidate candidate);

	}

	private interface Justification {

		boolean isGivenBy(Script.Truth truth, long answer);

	}

}
