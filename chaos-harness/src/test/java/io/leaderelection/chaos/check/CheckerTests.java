/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.leaderelection.chaos.history.EventKind;
import io.leaderelection.chaos.history.HistoryEvent;
import io.leaderelection.chaos.history.HistoryFormatException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Each invariant is violated in at least one history, and nothing else in it is.
 */
class CheckerTests {

	@TempDir
	Path folder;

	private SyntheticRun run;

	@BeforeEach
	void begin() {
		this.run = new SyntheticRun(this.folder);
	}

	private Verdict clean() {
		Verdict verdict = this.run.check();
		assertThat(verdict.isClean()).as(verdict.text()).isTrue();
		assertThat(verdict.text()).endsWith("VERDICT clean");
		return verdict;
	}

	private List<String> violated(Invariant invariant) {
		Verdict verdict = this.run.check();
		assertThat(verdict.violations()).as(verdict.text()).containsOnlyKeys(invariant);
		assertThat(verdict.isClean()).isFalse();
		return verdict.violations().get(invariant);
	}

	@Test
	void cleanRunRaisesNoAlarm() {
		Verdict verdict = this.run.clean().check();
		assertThat(verdict.isClean()).as(verdict.text()).isTrue();
		assertThat(verdict.text()).contains("I1   exclusive leadership     ok")
			.contains("3 terms, 2 changes of leader")
			.contains("2, of them 2 on the leader")
			.contains("3 entries; 3 writes were told accepted, 0 refused");
	}

	// I1

	@Test
	void twoCertainIntervalsThatMeetAreAnOverlap() {
		this.run.leads("i1.1", 10, 1000, 5001).leads("i2.1", 20, 5000, 60_000);
		assertThat(violated(Invariant.I1)).singleElement()
			.asString()
			.contains("i1.1.history:81", "i2.1.history:1", "1.0 ms");
	}

	@Test
	void anAnswerThatLiesWhollyInTheTimeOfAnotherIsAnOverlap() {
		this.run.leads("i1.1", 10, 1000, 4000).leads("i2.1", 20, 5000, 60_000).isTold("i1.1", 10, 5500, 5501);
		assertThat(violated(Invariant.I1)).singleElement().asString().contains("i1.1.history:61");
	}

	@Test
	void aNewLeaderBesideTheFormerIsAnOverlap() {
		this.run.leads("i1.1", 10, 1000, 60_000).isTold("i2.1", 20, 30_000, 30_001);
		assertThat(violated(Invariant.I1)).hasSize(1);
	}

	@Test
	void anAnswerAfterTheSuccessorHasGoneIsAnOverlapOfTerms() {
		this.run.leads("i1.1", 10, 1000, 4000).leads("i2.1", 20, 5000, 6000);
		this.run.isTold("i1.1", 10, 6500, 6501).leads("i3.1", 30, 7000, 60_000);
		assertThat(violated(Invariant.I1)).hasSize(1);
	}

	@Test
	void overlapThatIsShorterThanASampleIsPossibleAndNoAlarm() {
		this.run.leads("i1.1", 10, 1000, 5000).isTold("i1.1", 10, 5000.5, 5001).isTold("i2.1", 20, 5000.7, 5001.2);
		this.run.leads("i2.1", 20, 5002, 60_000);
		assertThat(clean().text()).contains("1 possible overlaps", "longest 0.3 ms");
	}

	@Test
	void answerThatAStopDelayedIsNoAlarm() {
		this.run.leads("i1.1", 10, 1000, 5000).isTold("i1.1", 10, 5000.5, 9000).follows("i1.1", 9001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000).fault("sigstop", "i1", 5000.6, 8999);
		assertThat(clean().text()).contains("1 possible overlaps", "1 answers 'yes' that reached their caller late",
				"longest 3999.5 ms");
	}

	@Test
	void overlapInADeclaredWindowIsCountedApart() {
		this.run.leads("i1.1", 10, 1000, 5500).follows("i1.1", 5501, 60_000).leads("i2.1", 20, 5000, 60_000);
		this.run.breaking("clock-rate", "i1", 4000, 6000);
		assertThat(clean().text()).contains("1 overlaps in windows that leave what is promised", "longest 500.0 ms");
	}

	@Test
	void overlapThatADeclaredWindowDoesNotExplainIsAnAlarm() {
		this.run.leads("i1.1", 10, 1000, 30_000).leads("i2.1", 20, 5000, 60_000);
		this.run.breaking("clock-rate", "i1", 4000, 6000);
		assertThat(violated(Invariant.I1)).singleElement().asString().contains("longer than");
	}

	@Test
	void overlapLongAfterADeclaredWindowIsAnAlarm() {
		this.run.leads("i1.1", 10, 1000, 30_100).leads("i2.1", 20, 30_000, 60_000);
		this.run.breaking("clock-rate", "i1", 4000, 6000);
		assertThat(violated(Invariant.I1)).hasSize(1);
	}

	// I2

	@Test
	void aTokenThatFallsIsFound() {
		this.run.leads("i1.1", 20, 1000, 5000).leads("i2.1", 10, 6000, 60_000);
		assertThat(violated(Invariant.I2)).hasSize(1);
	}

	@Test
	void aTokenWithTwoOwnersIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 5000).granted("i2.1", 10, 6000);
		this.run.leads("i2.1", 10, 6000, 60_000);
		assertThat(violated(Invariant.I2)).singleElement().asString().contains("two owners");
	}

	@Test
	void leadershipWithoutATokenIsFound() {
		this.run.leads("i1.1", 10, 1000, 60_000)
			.write("i1.1",
					SyntheticRun.event(EventKind.LEADING, 1, 3)
						.with("firstAfter", SyntheticRun.nanos(1))
						.with("lastBefore", SyntheticRun.nanos(3))
						.with("count", 2));
		assertThat(violated(Invariant.I2)).hasSize(1);
	}

	// I3

	@Test
	void aStaleWriteThatIsAcceptedIsFound() {
		this.run.clean().writes("i1.1", 10, 3, 9999);
		assertThat(violated(Invariant.I3)).singleElement().asString().contains("ledger:4", "token 10", "token 30");
	}

	@Test
	void aStaleWriteThatIsRefusedIsNoAlarm() {
		this.run.clean().refused("i1.1", 10, 3, 9999);
		assertThat(clean().text()).contains("1 refused");
	}

	@Test
	void aWriteThatWasRefusedAndEnteredIsFound() {
		this.run.clean().refused("i3.1", 30, 1, 20_260);
		assertThat(violated(Invariant.I3)).singleElement().asString().contains("was told refused");
	}

	@Test
	void aWriteThatWasAcceptedAndIsMissingIsFound() {
		this.run.clean().answered("i3.1", 30, 2, 20_260, 17);
		assertThat(violated(Invariant.I3)).singleElement().asString().contains("the ledger has nothing");
	}

	// I4

	@Test
	void workOfTwoProcessesAtOneTimeIsFound() {
		this.run.clean().work("i2.1", 20, 3, 19_990, 20_400);
		assertThat(this.run.check().violations()).containsKey(Invariant.I4);
	}

	@Test
	void workThatIsDoneTwiceIsFound() {
		this.run.clean().writes("i3.1", 30, 1, 20_270);
		assertThat(violated(Invariant.I4)).singleElement().asString().contains("entered twice");
	}

	@Test
	void workOfAProcessThatHadBeenStoppedIsCountedApart() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 9050).follows("i1.1", 9001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000).work("i2.1", 20, 1, 8000, 9040).fault("freeze", "i1", 5000, 9000);
		assertThat(clean().text()).contains("1 work of two processes at one time, one of which had been stopped")
			.contains("longest time from loss to its end 50.0 ms");
	}

	@Test
	void workThatOutlivesItsTermWithoutAStopIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).work("i1.1", 10, 1, 4999, 8050).follows("i1.1", 5001, 60_000);
		this.run.leads("i2.1", 20, 7100, 60_000).work("i2.1", 20, 1, 8000, 9040).fault("black-hole", "i1", 3000, 9000);
		assertThat(violated(Invariant.I4)).singleElement().asString().contains("50.0 ms");
	}

	// I5

	@Test
	void grantedTwiceIsFound() {
		this.run.granted("i1.1", 10, 1000).granted("i1.1", 11, 1001).leads("i1.1", 11, 1001, 60_000);
		assertThat(violated(Invariant.I5)).singleElement().asString().contains("i1.1.history:2");
	}

	@Test
	void revokedTwiceIsFound() {
		this.run.term("i1.1", 10, 1000, 59_000, "STEP_DOWN").revoked("i1.1", 10, 59_001, "STEP_DOWN");
		assertThat(violated(Invariant.I5)).hasSize(1);
	}

	@Test
	void revokedAnotherTermIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 59_000).revoked("i1.1", 9, 59_000, "STEP_DOWN");
		assertThat(violated(Invariant.I5)).hasSize(1);
	}

	@Test
	void aGrantedTokenThatDoesNotRiseIsFound() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").granted("i1.1", 10, 30_001);
		this.run.leads("i2.1", 11, 30_002, 60_000);
		assertThat(violated(Invariant.I5)).hasSize(1);
	}

	@Test
	void aTermThatIsNeverRevokedIsFoundWhenItsProcessCloses() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 59_000).closed("i1.1", 59_500);
		assertThat(violated(Invariant.I5)).singleElement().asString().contains("never revoked");
	}

	@Test
	void aTermThatIsNeverGrantedIsFoundWhenItsProcessCloses() {
		this.run.leads("i1.1", 10, 1000, 59_000).closed("i1.1", 59_500);
		assertThat(violated(Invariant.I5)).singleElement().asString().contains("never granted");
	}

	// I6

	@Test
	void leadershipAfterTheEndWasToldIsFound() {
		this.run.granted("i1.1", 10, 1000).leads("i1.1", 10, 1000, 59_000).revoked("i1.1", 10, 58_000, "STEP_DOWN");
		assertThat(violated(Invariant.I6)).singleElement().asString().contains("1000.0 ms", "REVOKED");
	}

	@Test
	void leadershipAfterTheOwnDeadlineIsFound() {
		this.run.term("i1.1", 10, 1000, 59_000, "STEP_DOWN")
			.write("i1.1",
					SyntheticRun.event(EventKind.DEADLINE, 1001, 1001)
						.withToken(10)
						.with("deadline", SyntheticRun.nanos(2800)));
		assertThat(violated(Invariant.I6)).singleElement().asString().contains("DEADLINE");
	}

	// I7

	@Test
	void workThatBeginsAfterTheEndWasToldIsFound() {
		this.run.clean().work("i2.1", 20, 7, 20_120, 20_130);
		assertThat(this.run.check().violations()).containsOnlyKeys(Invariant.I7, Invariant.I8);
	}

	@Test
	void workThatBeginsAfterALossWasToldIsFound() {
		this.run.term("i1.1", 10, 1000, 58_000, "LOST")
			.work("i1.1", 10, 1, 58_001, 58_002)
			.follows("i1.1", 58_001, 60_000);
		this.run.fault("deleted-record", "store", 57_000, 58_000);
		assertThat(violated(Invariant.I7)).hasSize(1);
	}

	// I8

	@Test
	void aReleaseUnderRunningWorkIsFound() {
		this.run.term("i1.1", 10, 1000, 58_900, "STEP_DOWN")
			.work("i1.1", 10, 1, 57_000, 59_900)
			.released("i1.1", 10, 58_901);
		assertThat(violated(Invariant.I8)).singleElement()
			.asString()
			.contains("999.0 ms after the release", "i1.1.history:");
	}

	@Test
	void aSuccessorUnderRunningWorkIsFound() {
		this.run.term("i1.1", 10, 1000, 30_000, "STEP_DOWN").work("i1.1", 10, 1, 29_000, 31_000);
		this.run.leads("i2.1", 20, 30_100, 60_000);
		assertThat(violated(Invariant.I8)).singleElement().asString().contains("i2.1 with token 20");
	}

	// I10

	@Test
	void aVacancyBeyondItsBoundIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).leads("i2.1", 20, 10_000, 60_000);
		assertThat(violated(Invariant.I10)).singleElement().asString().contains("5000.0 ms vacant", "bound 3645.0 ms");
	}

	@Test
	void aVacancyWhileTheStoreIsAwayIsNoAlarm() {
		this.run.leads("i1.1", 10, 1000, 5000).follows("i1.1", 5001, 60_000).leads("i2.1", 20, 12_000, 60_000);
		this.run.fault("restart", "store", 4000, 10_000);
		assertThat(clean().text()).contains("since end of restart of store");
	}

	@Test
	void aVacancyLongAfterTheStoreIsBackIsFound() {
		this.run.leads("i1.1", 10, 1000, 5000).follows("i1.1", 5001, 60_000).leads("i2.1", 20, 17_000, 60_000);
		this.run.fault("restart", "store", 4000, 10_000);
		assertThat(violated(Invariant.I10)).hasSize(1);
	}

	@Test
	void aVacancyAfterAReleaseHasANarrowBound() {
		this.run.term("i1.1", 10, 1000, 5000, "STEP_DOWN").released("i1.1", 10, 5010).leads("i2.1", 20, 7000, 60_000);
		assertThat(violated(Invariant.I10)).singleElement().asString().contains("since release, bound 1625.0 ms");
	}

	@Test
	void aKillInAVacancyBeginsANewOne() {
		this.run.leads("i1.1", 10, 1000, 5000).leads("i2.1", 20, 10_000, 60_000);
		this.run.fault("kill", "i1", 5000, 11_000).onFollower("kill", "i3", 7000, 12_000);
		clean();
	}

	@Test
	void aStoreThatIsTakenInVainCountsUntilThatEnds() {
		this.run.leads("i1.1", 10, 1000, 5000).leads("i2.1", 20, 10_000, 60_000);
		this.run.fault("kill", "i1", 5000, 11_000).onFollower("lost-answer", "i3", 4000, 8000);
		assertThat(clean().text()).contains("since end of lost-answer of i3");
	}

	@Test
	void aStoppedHolderOfTheLocalStoreIsCountedApart() {
		this.run.over("local").leads("i1.1", 10, 1000, 5000).follows("i1.1", 13_000, 60_000);
		this.run.leads("i2.1", 20, 13_100, 60_000).fault("sigstop", "i1", 5000, 13_000);
		assertThat(clean().text()).contains("1 vacancies in which a stopped process kept its lock");
	}

	@Test
	void aStoppedHolderOfAnotherStoreIsSucceeded() {
		this.run.leads("i1.1", 10, 1000, 5000).follows("i1.1", 13_000, 60_000);
		this.run.leads("i2.1", 20, 13_100, 60_000).fault("sigstop", "i1", 5000, 13_000);
		assertThat(violated(Invariant.I10)).hasSize(1);
	}

	@Test
	void nobodyAtTheEndIsFound() {
		this.run.leads("i1.1", 10, 1000, 50_000);
		assertThat(violated(Invariant.I10)).hasSize(1);
	}

	@Test
	void nobodyEverIsFound() {
		this.run.follows("i1.1", 1000, 60_000);
		assertThat(violated(Invariant.I10)).singleElement().asString().contains("nobody ever led");
	}

	// I11

	@Test
	void aChangeOfLeaderWithoutAFaultIsFound() {
		this.run.leads("i1.1", 10, 1000, 50_000).leads("i2.1", 20, 50_100, 60_000);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(violated(Invariant.I11)).hasSize(1);
	}

	@Test
	void anInterruptionOfATermWithoutAFaultIsFound() {
		this.run.leads("i1.1", 10, 1000, 50_000).follows("i1.1", 50_001, 50_099).leads("i1.1", 10, 50_100, 60_000);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(violated(Invariant.I11)).hasSize(1);
	}

	@Test
	void aLossWithoutAReasonIsFound() {
		this.run.term("i1.1", 10, 1000, 20_000, "LOST").fault("delay", "i2", 15_000, 19_000);
		this.run.leads("i2.1", 20, 20_100, 60_000);
		assertThat(violated(Invariant.I11)).singleElement().asString().contains("ends as LOST (i1.1.history:");
	}

	@Test
	void aLossForAReasonIsNoAlarm() {
		this.run.term("i1.1", 10, 1000, 20_000, "EXPIRED").fault("delay", "i1", 15_000, 19_000);
		this.run.term("i2.1", 20, 20_100, 40_000, "LOST").fault("deleted-record", "store", 37_000, 39_000);
		this.run.leads("i3.1", 30, 40_100, 60_000);
		clean();
	}

	@Test
	void aSlowSamplerIsNoInterruption() {
		this.run.leads("i1.1", 10, 1000, 50_000).leads("i1.1", 10, 50_100, 60_000);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(clean().text()).containsPattern("I11 +stable leadership +ok");
	}

	@Test
	void aQuietWindowInWhichTheHostStalledProvesNothing() {
		this.run.leads("i1.1", 10, 1000, 60_000).injected(EventKind.WATCHDOG, 40_000, 40_300);
		this.run.injected(EventKind.QUIET_BEGIN, 30_000, 30_000).injected(EventKind.QUIET_END, 59_000, 59_000);
		assertThat(clean().text()).contains("not seen: the host stalled");
	}

	// I12

	@Test
	void threadsThatAreLeftBehindAreFound() {
		this.run.term("i1.1", 10, 1000, 59_000, "SHUTDOWN")
			.write("i1.1",
					HistoryEvent.of(EventKind.CLOSED, SyntheticRun.nanos(59_001), SyntheticRun.nanos(59_001))
						.with("threads", 1)
						.with("errors", 3));
		assertThat(violated(Invariant.I12)).singleElement().asString().contains("1 threads");
	}

	@Test
	void aFloodOfErrorsIsFound() {
		this.run.term("i1.1", 10, 1000, 59_000, "SHUTDOWN")
			.write("i1.1",
					HistoryEvent.of(EventKind.CLOSED, SyntheticRun.nanos(59_001), SyntheticRun.nanos(59_001))
						.with("threads", 0)
						.with("errors", 300));
		assertThat(violated(Invariant.I12)).singleElement().asString().contains("300 lines");
	}

	// How much was tried

	@Test
	void aLongRunWithFewFaultsIsNoProof() {
		this.run.lasting(600).leads("i1.1", 10, 1000, 600_000).fault("kill", "i2", 5000, 6000);
		Verdict verdict = this.run.check();
		assertThat(verdict.violations()).isEmpty();
		assertThat(verdict.isClean()).isFalse();
		assertThat(verdict.lacks()).containsExactly("1 faults instead of 100", "0 changes of leader instead of 50",
				"kill injected 1 times instead of 3");
	}

	@Test
	void aFaultThatCouldNotBeInjectedDoesNotCount() {
		this.run.leads("i1.1", 10, 1000, 60_000)
			.write("injector",
					HistoryEvent.of(EventKind.FAULT_BEGIN, 5, 6)
						.with("fault", "kill")
						.with("target", "i1")
						.with("leader", true)
						.with("id", "a")
						.with("breaks", false)
						.with("failed", true));
		assertThat(clean().text()).contains("faults       0, of them 0 on the leader");
	}

	@Test
	void aLongRunWithEnoughOfEverythingIsAProof() {
		this.run.lasting(600);
		for (int i = 0; i < 100; i++) {
			String process = "i" + (i % 5 + 1) + ".1";
			this.run.term(process, 10 + i, 1000 + 5000 * i, 5500 + 5000 * i, "STEP_DOWN");
			this.run.fault("cut", "i1", 5000 * i, 5000 * i + 1);
		}
		this.run.leads("i1.1", 1000, 501_000, 600_000);
		assertThat(clean().lacks()).isEmpty();
	}

	// What cannot be read

	@Test
	void aTornLastLineIsNoAlarm() {
		this.run.clean().torn("i1.1", "1234567\t1234");
		assertThat(clean().text()).contains("1 histories end in a torn line");
	}

	@Test
	void aMalformedLineIsNamed() {
		this.run.follows("i1.1", 1, 2).torn("i1.1", "1234567\t1234\n");
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("i1.1.history:2: Expected 6 fields");
	}

	@Test
	void aFaultThatEndsAndDidNotBeginIsNamed() {
		this.run.follows("i1.1", 1, 2)
			.write("injector",
					HistoryEvent.of(EventKind.FAULT_END, 5, 6)
						.with("fault", "kill")
						.with("target", "i1")
						.with("leader", true)
						.with("id", "a")
						.with("breaks", false));
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("injector.history:2: fault a ends");
	}

	@Test
	void workThatEndsAndDidNotBeginIsNamed() {
		this.run.ends("i1.1", 10, 1, 5);
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("i1.1.history:1: work ends");
	}

	@Test
	void aFolderThatIsNoRunIsNamed() {
		assertThatExceptionOfType(HistoryFormatException.class).isThrownBy(this.run::check)
			.withMessageContaining("Not a run");
	}

}
