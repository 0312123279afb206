/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work.tick;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests with interleavings in which simpler rules run a job twice, never, or out of
 * order.
 */
class TickLaneTests {

	private static final Instant NOON = Instant.parse("2026-11-24T12:00:00Z");

	private static final Duration HOUR = Duration.ofHours(1);

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final String HASH = TickEntry.hash("hourly");

	private static final TickPolicy DEFAULT = new TickPolicy(true, null, true, 3);

	private static final TickPolicy SKIP = new TickPolicy(false, null, false, 3);

	private final List<String> outcomes = new ArrayList<>();

	/** The note in the store: the tick of the hour before is done. */
	private @Nullable String record = entry(11, TickEntry.State.FINISHED, HASH);

	private Instant now = NOON;

	private long token = 7;

	private Duration ledFor = Duration.ofDays(1);

	private TickLane lane = lane(DEFAULT);

	private TickLane lane(TickPolicy policy) {
		return lane(policy, HOUR, HASH);
	}

	private TickLane lane(TickPolicy policy, Duration period, String hash) {
		return new TickLane(new TickRules(CalendarTests.every(period), hash, policy),
				(outcome, number) -> this.outcomes.add((number == 1) ? outcome.toString() : outcome + " " + number));
	}

	private TickView view() {
		return new TickView(this.now, this.ledFor, this.token, this.record);
	}

	private void recorded(Instant tick, TickEntry.State state, long token, int attempt) {
		this.record = new TickEntry(tick, state, token, attempt, HASH).text();
	}

	/** Begins a call that gets a turn. */
	private TickLane.Turn begin() {
		TickLane.Turn turn = this.lane.call(this::view);
		assertThat(turn).isNotNull();
		write(turn.note());
		turn.noted();
		return turn;
	}

	private void write(@Nullable TickEntry entry) {
		if (entry != null) {
			this.record = entry.text();
		}
	}

	private void finish(TickLane.Turn turn) {
		write(turn.finish());
		turn.giveBack(this.now);
	}

	private void nothing() {
		assertThat(this.lane.isDue(this::view, Duration.ZERO)).isFalse();
		assertThat(this.lane.look(this::view)).isNull();
	}

	/** Calls until there is nothing to do, like one guarded call. */
	private List<Instant> runAll() {
		List<Instant> ran = new ArrayList<>();
		for (TickLane.Turn turn = this.lane.look(this::view); turn != null; turn = this.lane.look(this::view)) {
			write(turn.note());
			turn.noted();
			if (turn.runs()) {
				ran.add(turn.note().tick());
				finish(turn);
			}
			else {
				turn.giveBack(this.now);
			}
		}
		return ran;
	}

	/** Calls at a time, and expects that these ticks are run. */
	private void assertRuns(Instant now, Instant... ticks) {
		this.now = now;
		assertThat(runAll()).containsExactly(ticks);
	}

	private TickEntry record() {
		assertThat(this.record).isNotNull();
		return TickEntry.parse(this.record);
	}

	/** Returns an entry without the other ticks that are done. */
	private static TickEntry plain(TickEntry entry) {
		return new TickEntry(entry.tick(), entry.state(), entry.token(), entry.attempt(), entry.hash());
	}

	private void nextTerm(Duration ledFor) {
		this.token++;
		this.ledFor = ledFor;
	}

	private void anotherInstance() {
		this.lane = lane(DEFAULT);
		nextTerm(Duration.ZERO);
	}

	@Test
	void tickIsRunOnceAndBothEntriesAreWritten() {
		TickLane.Turn turn = begin();
		assertThat(plain(record())).isEqualTo(new TickEntry(NOON, TickEntry.State.BEGUN, 7, 1, HASH));
		finish(turn);
		assertThat(plain(record())).isEqualTo(new TickEntry(NOON, TickEntry.State.FINISHED, 7, 1, HASH));
		assertThat(this.lane.call(this::view)).isNull();
		assertThat(this.outcomes).containsExactly("RUN", "ALREADY_DONE");
	}

	@Test
	void callThatFindsTheLaneBusyRunsNothingAndEndsNothing() {
		TickLane.Turn turn = begin();
		assertThat(this.lane.call(this::view)).isNull();
		assertThat(this.lane.call(this::view)).isNull();
		assertThat(this.lane.isDue(this::view, Duration.ZERO)).isFalse();
		finish(turn);
		nothing();
	}

	@Test
	void firstLeaderNotesTheCurrentTickAndRunsTheNext() {
		this.record = null;
		this.ledFor = Duration.ZERO;
		assertRuns(NOON.plusSeconds(60));
		assertThat(plain(record())).isEqualTo(new TickEntry(NOON, TickEntry.State.NOTED, 7, 0, HASH));
		this.ledFor = HOUR;
		assertRuns(NOON.plus(HOUR), NOON.plus(HOUR));
	}

	private static String entry(int hour, TickEntry.State state, String hash) {
		return new TickEntry(NOON.plus(HOUR.multipliedBy(hour - 12)), state, 3, 1, hash).text();
	}

	private static TickPolicy within(boolean catchUp, int minutes) {
		return new TickPolicy(catchUp, Duration.ofMinutes(minutes), true, 3);
	}

	/**
	 * Policy, entry on record, minutes since noon, minutes of the term, the hour of the
	 * tick that is run, the state on record afterwards, and the outcomes.
	 */
	static Stream<Arguments> leaders() {
		String finished = entry(11, TickEntry.State.FINISHED, HASH);
		String begun = entry(12, TickEntry.State.BEGUN, HASH);
		return Stream.of(
				arguments("a first leader is there when a tick is due", DEFAULT, null, 0, 1, 12, "FINISHED", "RUN"),
				arguments("the latest missed tick is caught up, and earlier ones are counted", DEFAULT,
						entry(7, TickEntry.State.FINISHED, HASH), 10, 0, 12, "FINISHED", "MISSED 4,CAUGHT_UP"),
				arguments("a missed tick is too late", within(true, 5), finished, 6, 0, 0, "NOTED", "MISSED"),
				arguments("a tick of the current term is never too late", within(false, 5), finished, 20, 1440, 12,
						"FINISHED", "RUN"),
				arguments("an interrupted tick is not repeated with skip", SKIP, begun, 1, 0, 0, "NOTED", "MISSED"),
				arguments("a newer tick replaces an interrupted one", DEFAULT, begun, 61, 0, 13, "FINISHED",
						"MISSED,CAUGHT_UP"),
				arguments("an interrupted tick is repeated where the newer one is skipped", within(false, 180), begun,
						61, 0, 12, "FINISHED", "MISSED,REPEATED"),
				arguments("an interrupted tick is too late", within(true, 1), begun, 2, 1440, 0, "NOTED", "MISSED"),
				arguments("another expression does not catch up", DEFAULT,
						entry(4, TickEntry.State.FINISHED, "AbCd1234"), 1, 0, 0, "NOTED", ""));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("leaders")
	void leaderRunsWhatIsDue(String name, TickPolicy policy, @Nullable String entry, int minutes, int ledMinutes,
			int hour, String state, String outcomes) {
		this.lane = lane(policy);
		this.record = entry;
		this.ledFor = MINUTE.multipliedBy(ledMinutes);
		this.now = NOON.plus(MINUTE.multipliedBy(minutes));
		assertThat(runAll()).isEqualTo((hour != 0) ? List.of(NOON.plus(HOUR.multipliedBy(hour - 12))) : List.of());
		assertThat(record().state()).hasToString(state);
		assertThat(record().hash()).isEqualTo(HASH);
		assertThat(this.outcomes).containsExactlyInAnyOrder(outcomes.isEmpty() ? new String[0] : outcomes.split(","));
	}

	@Test
	void callIsEarlyByAtMostASecondAndATenthOfThePeriod() {
		this.now = NOON.minusMillis(1001);
		assertThat(this.lane.call(this::view)).isNull();
		this.now = NOON.minusMillis(1000);
		assertThat(this.lane.isDue(this::view, Duration.ZERO)).isFalse();
		assertThat(this.lane.isBusy()).isFalse();
		finish(begin());
		assertThat(record().tick()).isEqualTo(NOON);
		this.now = NOON;
		nothing();
		this.lane = lane(DEFAULT, Duration.ofSeconds(1), HASH);
		this.now = NOON.plusMillis(890);
		nothing();
		assertRuns(NOON.plusMillis(900), NOON.plusSeconds(1));
	}

	@Test
	void theFirstOfAllTicksMayBeCalledEarlyToo() {
		Moments fromNoon = (after) -> after.isBefore(NOON) ? NOON : CalendarTests.every(HOUR).next(after);
		this.lane = new TickLane(new TickRules(fromNoon, HASH, DEFAULT), (outcome, number) -> {
		});
		this.record = null;
		this.now = NOON.minusMillis(300);
		assertThat(begin().note().tick()).isEqualTo(NOON);
		assertThat(this.lane.next(NOON)).isEqualTo(NOON.plus(HOUR));
	}

	@Test
	void runThatIsGivenBackUnfinishedCountsAsAnAttemptInItsTerm() {
		begin().giveBack(this.now);
		TickLane.Turn second = begin();
		assertThat(second.note().attempt()).isEqualTo(2);
		assertThat(this.outcomes).containsExactly("RUN", "REPEATED");
	}

	@Test
	void begunTickThatItsOwnNoteCountsAsDoneIsNotRepeated() {
		DoneTicks done = DoneTicks.NONE.with(new DoneTicks.Range(NOON, NOON));
		this.record = new TickEntry(NOON, TickEntry.State.BEGUN, 6, 1, HASH, NOON, done).text();
		assertRuns(NOON.plusSeconds(60));
		assertThat(this.outcomes).isEmpty();
	}

	@Test
	void laterNoteOfOtherExpressionsIsNotReplacedByAnOlderOwnOne() {
		TickLane.Turn turn = begin();
		this.now = NOON.plus(HOUR).plusSeconds(300);
		finish(turn);
		this.record = new TickEntry(NOON.plusSeconds(1800), TickEntry.State.FINISHED, 8, 1, "AbCd1234").text();
		nothing();
	}

	@Test
	void lateCallCountsForItsOwnTickBeforeTheComingOne() {
		this.lane = lane(DEFAULT, Duration.ofSeconds(1), HASH);
		recorded(NOON.minusSeconds(1), TickEntry.State.FINISHED, 3, 1);
		assertRuns(NOON.plusMillis(950), NOON, NOON.plusSeconds(1));
	}

	@Test
	void missedTickIsSkippedAndCountedOnce() {
		this.lane = lane(SKIP);
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 3, 1);
		this.ledFor = Duration.ZERO;
		assertRuns(NOON.plusSeconds(1));
		assertThat(record().state()).isEqualTo(TickEntry.State.NOTED);
		nextTerm(Duration.ZERO);
		this.lane = lane(SKIP);
		assertThat(runAll()).isEmpty();
		assertThat(this.outcomes).containsExactly("MISSED 2");
		this.ledFor = HOUR;
		assertRuns(NOON.plus(HOUR), NOON.plus(HOUR));
	}

	@Test
	void tickDueDuringALongerRunIsAnOverrun() {
		TickLane.Turn turn = begin();
		this.now = NOON.plus(HOUR.multipliedBy(2)).plusMillis(300);
		finish(turn);
		nothing();
		assertThat(this.lane.isDue(this::view, Duration.ofSeconds(1))).as("as seen a second ago").isFalse();
		assertThat(record().tick()).as("only what was run is on record").isEqualTo(NOON);
		assertThat(this.outcomes).containsExactly("RUN", "OVERRUN 2");
		assertRuns(NOON.plus(HOUR.multipliedBy(3)), NOON.plus(HOUR.multipliedBy(3)));
		assertThat(this.outcomes).doesNotContain("MISSED", "MISSED 2");
	}

	@Test
	void tickDueDuringAnInterruptedRunIsCaughtUp() {
		TickLane.Turn turn = begin();
		this.now = NOON.plus(HOUR).plusSeconds(60);
		turn.giveBack(this.now);
		nextTerm(Duration.ZERO);
		assertThat(runAll()).containsExactly(NOON.plus(HOUR));
		assertThat(this.outcomes).containsExactlyInAnyOrder("RUN", "CAUGHT_UP", "MISSED");
	}

	@Test
	void stateIsReadUnderTheLockOfTheLane() {
		this.lane = lane(SKIP);
		this.ledFor = Duration.ZERO;
		this.now = NOON.plusSeconds(60);
		assertThat(this.lane.look(() -> {
			assertThat(Thread.holdsLock(this.lane)).isTrue();
			return view();
		})).isNotNull();
	}

	@Test
	void tickOfARunThatEndedEarlyIsNoOverrun() {
		this.now = NOON.minusMillis(500);
		TickLane.Turn turn = begin();
		this.now = NOON.plusMillis(500);
		finish(turn);
		assertThat(this.outcomes).containsExactly("RUN");
	}

	@Test
	@DisplayName("The successor repeats an interrupted tick up to the maximum number of attempts")
	void interruptedTickIsRepeatedUpToTheMostAttempts() {
		recorded(NOON, TickEntry.State.BEGUN, 3, 1);
		this.now = NOON.plusSeconds(20);
		anotherInstance();
		begin().giveBack(this.now);
		assertThat(record().attempt()).isEqualTo(2);
		anotherInstance();
		begin().giveBack(this.now);
		assertThat(record().attempt()).isEqualTo(3);
		anotherInstance();
		assertThat(runAll()).isEmpty();
		assertThat(plain(record())).isEqualTo(new TickEntry(NOON, TickEntry.State.NOTED, this.token, 3, HASH));
		anotherInstance();
		nothing();
		assertThat(this.outcomes).containsExactly("REPEATED", "REPEATED", "GIVEN_UP");
	}

	@Test
	void missedTickTooLateWhenItsNoteIsKnownIsSkipped() {
		this.lane = lane(new TickPolicy(true, Duration.ofMinutes(5), true, 3));
		recorded(NOON.minus(HOUR.multipliedBy(2)), TickEntry.State.FINISHED, 3, 1);
		this.ledFor = Duration.ZERO;
		this.now = NOON.plusSeconds(1);
		TickLane.Turn turn = this.lane.call(this::view);
		write(turn.note());
		assertThat(turn.late(NOON.plusSeconds(300))).isNull();
		TickEntry noted = new TickEntry(NOON, TickEntry.State.NOTED, 7, 0, HASH);
		assertThat(plain(turn.late(NOON.plusSeconds(301)))).isEqualTo(noted);
		assertThat(turn.late(NOON.plusSeconds(301))).isNull();
		write(noted);
		turn.noted();
		assertThat(turn.runs()).isFalse();
		turn.giveBack(this.now);
		this.now = NOON.plusSeconds(301);
		nothing();
		assertThat(this.outcomes).containsExactly("MISSED 2");
	}

	@Test
	void repeatedTickTooLateWhenItsNoteIsKnownIsSkipped() {
		recorded(NOON, TickEntry.State.BEGUN, 3, 1);
		this.now = NOON.plusSeconds(3500);
		TickLane.Turn turn = this.lane.call(this::view);
		write(turn.note());
		write(turn.late(NOON.plus(HOUR)));
		assertThat(plain(record())).isEqualTo(new TickEntry(NOON, TickEntry.State.NOTED, 7, 1, HASH));
		turn.noted();
		turn.giveBack(NOON.plus(HOUR));
		assertRuns(NOON.plus(HOUR), NOON.plus(HOUR));
		assertThat(this.outcomes).containsExactly("MISSED", "RUN");
	}

	@Test
	void tickOfTheCurrentTermIsNeverTooLate() {
		TickLane.Turn turn = this.lane.call(this::view);
		assertThat(turn.late(NOON.plus(Duration.ofDays(1)))).isNull();
		assertThat(turn.runs()).isTrue();
	}

	@Test
	void missedTickWithALostAnswerStillHasItsLimit() {
		this.lane = lane(new TickPolicy(true, Duration.ofMinutes(5), true, 3));
		this.ledFor = Duration.ZERO;
		TickLane.Turn lost = this.lane.call(() -> new TickView(NOON.plusSeconds(1), Duration.ZERO, 7, this.record));
		write(lost.note());
		lost.giveBack(this.now);
		this.now = NOON.plusSeconds(301);
		this.ledFor = Duration.ofSeconds(300);
		TickLane.Turn turn = this.lane.call(this::view);
		assertThat(turn.late(this.now)).extracting(TickEntry::state).isEqualTo(TickEntry.State.NOTED);
	}

	@Test
	void ownNoteWithALostAnswerIsRunEvenWithSkip() {
		this.lane = lane(SKIP);
		TickLane.Turn turn = this.lane.call(this::view);
		write(turn.note());
		turn.giveBack(this.now);
		assertThat(runAll()).containsExactly(NOON);
		assertThat(record().attempt()).isEqualTo(1);
		assertThat(this.outcomes).containsExactly("RUN");
	}

	@Test
	void beginningUnknownToTheEndOfTheTermCountsAsBegun() {
		this.lane = lane(SKIP);
		TickLane.Turn turn = this.lane.call(this::view);
		write(turn.note());
		turn.giveBack(this.now);
		nextTerm(Duration.ZERO);
		assertThat(runAll()).isEmpty();
		assertThat(this.outcomes).containsExactly("MISSED");
	}

	@Test
	void tickFinishedTooLateIsWrittenInTheNextTerm() {
		TickLane.Turn turn = begin();
		turn.finish();
		turn.giveBack(this.now);
		nothing();
		nextTerm(Duration.ZERO);
		assertThat(runAll()).isEmpty();
		assertThat(plain(record())).isEqualTo(new TickEntry(NOON, TickEntry.State.FINISHED, 7, 1, HASH));
		nothing();
	}

	@Test
	@DisplayName("A tick that another leader repeated and did not finish is not run where it was finished")
	void finishedTickIsNotRunAgainAfterAnUnfinishedRepeat() {
		TickLane.Turn turn = begin();
		turn.finish();
		turn.giveBack(this.now);
		recorded(NOON, TickEntry.State.BEGUN, 8, 2);
		this.token = 9;
		assertThat(runAll()).isEmpty();
		assertThat(record().state()).isEqualTo(TickEntry.State.FINISHED);
	}

	@Test
	void entryThatCannotBeWrittenLeavesTheLaneFree() {
		this.lane.call(this::view).giveBack(this.now);
		assertThat(this.lane.isDue(this::view, Duration.ZERO)).isTrue();
		assertThat(runAll()).containsExactly(NOON);
	}

	@Test
	void tickDueDuringTheNoteIsFoundByTheSameCall() {
		this.record = null;
		this.ledFor = Duration.ofSeconds(5);
		this.now = NOON.minusMillis(200);
		TickLane.Turn turn = this.lane.call(this::view);
		assertThat(turn.runs()).isFalse();
		write(turn.note());
		turn.noted();
		this.now = NOON.plusMillis(100);
		turn.giveBack(this.now);
		assertThat(runAll()).containsExactly(NOON);
	}

	/** Found by the simulator: this clock is slow, and both calendars have the tick. */
	@Test
	void otherExpressionsDoNotRunATickOfAnotherClock() {
		this.record = new TickEntry(NOON, TickEntry.State.FINISHED, 3, 1, "AbCd1234").text();
		assertThat(runAll()).isEmpty();
		assertThat(plain(record())).isEqualTo(new TickEntry(NOON, TickEntry.State.NOTED, 7, 0, HASH));
		nothing();
		assertRuns(NOON.plus(HOUR), NOON.plus(HOUR));
	}

	@Test
	void otherExpressionsKeepALaterTickOfTheirOwn() {
		this.record = new TickEntry(NOON.plusSeconds(1800), TickEntry.State.BEGUN, 3, 1, "AbCd1234").text();
		assertRuns(NOON.plusSeconds(60));
		assertThat(record().tick()).isEqualTo(NOON.plusSeconds(1800));
		assertThat(record().hash()).isEqualTo(HASH);
		nextTerm(Duration.ZERO);
		assertRuns(NOON.plus(HOUR).plusSeconds(1), NOON.plus(HOUR));
		assertThat(this.outcomes).containsExactly("CAUGHT_UP");
	}

	@Test
	void otherExpressionsDoNotRepeatOwnRuns() {
		finish(begin());
		this.record = new TickEntry(NOON.plusSeconds(1), TickEntry.State.FINISHED, 8, 1, "AbCd1234").text();
		this.token = 9;
		assertRuns(NOON.plusSeconds(2));
	}

	@Test
	void tickFarInTheFutureWasWrittenByAWrongClock() {
		recorded(NOON.plus(Duration.ofDays(365)), TickEntry.State.FINISHED, 3, 1);
		this.ledFor = Duration.ZERO;
		assertRuns(NOON.plusSeconds(60));
		assertThat(this.outcomes).containsExactly("CLOCK");
		assertThat(record().tick()).isEqualTo(NOON);
		this.ledFor = HOUR;
		assertRuns(NOON.plus(HOUR), NOON.plus(HOUR));
	}

	/** Runs what is due each minute, by a clock that is wrong by an offset. */
	private List<Instant> runMinutes(int from, int to, Duration offset) {
		List<Instant> ran = new ArrayList<>();
		for (int minute = from; minute < to; minute++) {
			this.now = NOON.plus(MINUTE.multipliedBy(minute)).plus(offset).plusSeconds(1);
			ran.addAll(runAll());
			this.ledFor = this.ledFor.plus(MINUTE);
		}
		return ran;
	}

	private static List<Instant> minutes(int from, int to) {
		return IntStream.range(from, to).mapToObj((minute) -> NOON.plus(MINUTE.multipliedBy(minute))).toList();
	}

	@ParameterizedTest
	@ValueSource(ints = { 65, 121, 1440, 527_040 })
	void ticksThatALeaderRanAheadOfTimeAreDone(int ahead) {
		this.record = null;
		this.lane = minutely();
		assertThat(runMinutes(0, 5, Duration.ZERO)).isEqualTo(minutes(0, 5));
		nextLeader();
		List<Instant> early = runMinutes(5, 15, MINUTE.multipliedBy(ahead));
		assertThat(early).contains(NOON.plus(MINUTE.multipliedBy(14 + ahead)));
		nextLeader();
		List<Instant> right = runMinutes(15, Math.min(200, ahead), Duration.ZERO);
		assertThat(right).contains(NOON.plus(MINUTE.multipliedBy(16))).doesNotContainAnyElementsOf(early);
		nextLeader();
		List<Instant> later = runMinutes(ahead, ahead + 30, Duration.ZERO);
		assertThat(later).doesNotContainAnyElementsOf(early).endsWith(NOON.plus(MINUTE.multipliedBy(ahead + 29)));
		assertThat(later).containsAll(minutes(ahead + 15, ahead + 30));
		assertThat(this.outcomes).containsOnlyOnce("CLOCK");
	}

	/** The first leader does not run what was due before its term. */
	@ParameterizedTest
	@ValueSource(ints = { 65, 1440 })
	void tickThatALeaderAheadOfTimeOnlySawIsRunWhenItComes(int ahead) {
		this.record = null;
		nextLeader();
		List<Instant> early = runMinutes(0, 4, MINUTE.multipliedBy(ahead));
		assertThat(early).isEqualTo(minutes(ahead + 1, ahead + 4));
		nextLeader();
		runMinutes(5, 8, Duration.ZERO);
		nextLeader();
		List<Instant> later = runMinutes(ahead - 2, ahead + 6, Duration.ZERO);
		assertThat(later).contains(NOON.plus(MINUTE.multipliedBy(ahead)))
			.doesNotContainAnyElementsOf(early)
			.endsWith(NOON.plus(MINUTE.multipliedBy(ahead + 5)));
	}

	@Test
	void clockThatJumpsToAndFroRunsNoTickTwice() {
		this.record = null;
		this.lane = minutely();
		List<Instant> ran = new ArrayList<>();
		int[] offsets = { 0, 65, 0, 1440, 70, 0, 1500, 527_040, 0, 66 };
		for (int i = 0; i < offsets.length; i++) {
			ran.addAll(runMinutes(5 * i, 5 * i + 5, MINUTE.multipliedBy(offsets[i])));
		}
		ran.addAll(runMinutes(5 * offsets.length, 160, Duration.ZERO));
		assertThat(ran).doesNotHaveDuplicates().containsAll(minutes(0, 5)).containsAll(minutes(130, 160));
		assertThat(record().text()).hasSizeLessThan(150);
	}

	@Test
	void interruptedTickOfALeaderAheadOfTimeIsRunWhenItComes() {
		this.record = null;
		this.lane = minutely();
		runMinutes(0, 5, Duration.ZERO);
		runMinutes(5, 7, MINUTE.multipliedBy(90));
		this.now = NOON.plus(MINUTE.multipliedBy(97)).plusSeconds(1);
		begin();
		nextLeader();
		List<Instant> ran = runMinutes(8, 100, Duration.ZERO);
		assertThat(ran).doesNotContain(NOON.plus(MINUTE.multipliedBy(96))).contains(NOON.plus(MINUTE.multipliedBy(97)));
	}

	/** The leader in the middle is ahead even of the one that died. */
	@ParameterizedTest
	@CsvSource({ "0, false", "65, false", "65, true", "1500, false" })
	@DisplayName("With SKIP a tick is begun once, even if its leader was ahead of time and died in it")
	void interruptedTickOfALeaderAheadOfTimeIsNotRepeatedWithSkip(int ahead, boolean anotherAhead) {
		this.record = null;
		this.lane = lane(SKIP, MINUTE, HASH);
		Instant interrupted = dieAheadOfTime(ahead);
		if (anotherAhead) {
			nextLeader(SKIP);
			runMinutes(9, 12, MINUTE.multipliedBy(2 * ahead));
		}
		nextLeader(SKIP);
		List<Instant> ran = runMinutes(12, ahead + 20, Duration.ZERO);
		assertThat(ran).doesNotContain(interrupted).endsWith(NOON.plus(MINUTE.multipliedBy(ahead + 19)));
	}

	@Test
	void attemptsOfALeaderAheadOfTimeAreCounted() {
		this.record = null;
		this.lane = minutely();
		List<Integer> attempts = new ArrayList<>();
		Instant interrupted = dieAheadOfTime(90);
		for (int i = 0; i < 3; i++) {
			// Somebody with the right clock leads in between, and does not know the tick
			nextLeader();
			runMinutes(10 + 5 * i, 13 + 5 * i, Duration.ZERO);
			nextLeader();
			this.now = interrupted.plusSeconds(1);
			TickLane.Turn turn = this.lane.call(this::view);
			if (turn != null) {
				write(turn.note());
				turn.noted();
				attempts.add(turn.note().attempt());
			}
		}
		assertThat(attempts).containsExactly(2, 3);
		assertThat(this.outcomes).containsOnlyOnce("GIVEN_UP");
	}

	/** Dies in the tick that a leader runs in minute 8 by the right clock. */
	private Instant dieAheadOfTime(int ahead) {
		runMinutes(0, 5, Duration.ZERO);
		runMinutes(5, 8, MINUTE.multipliedBy(ahead));
		Instant interrupted = NOON.plus(MINUTE.multipliedBy(8 + ahead));
		this.now = interrupted.plusSeconds(1);
		assertThat(begin().note().tick()).isEqualTo(interrupted);
		return interrupted;
	}

	@ParameterizedTest
	@ValueSource(ints = { 65, 1440 })
	@DisplayName("Between two terms of a leader ahead of time others lead, and run those ticks when they come")
	void ticksBetweenTwoTermsOfALeaderAheadOfTimeAreRunWhenTheyCome(int ahead) {
		this.record = null;
		TickLane right = minutely();
		TickLane wrong = minutely();
		this.lane = wrong;
		this.ledFor = MINUTE;
		List<Instant> early = new ArrayList<>(runMinutes(0, 3, MINUTE.multipliedBy(ahead)));
		lead(right);
		runMinutes(3, 8, Duration.ZERO);
		lead(wrong);
		early.addAll(runMinutes(8, 11, MINUTE.multipliedBy(ahead)));
		lead(right);
		List<Instant> later = runMinutes(11, ahead + 20, Duration.ZERO);
		assertThat(later).doesNotContainAnyElementsOf(early).containsAll(minutes(12, ahead));
		List<Instant> all = new ArrayList<>(early);
		all.addAll(later);
		assertThat(all).doesNotHaveDuplicates().containsAll(minutes(ahead, ahead + 20));
	}

	private void lead(TickLane instance) {
		this.lane = instance;
		nextTerm(MINUTE);
	}

	private void nextLeader() {
		nextLeader(DEFAULT);
	}

	private void nextLeader(TickPolicy policy) {
		this.lane = lane(policy, MINUTE, HASH);
		nextTerm(Duration.ZERO);
	}

	private TickLane minutely() {
		return lane(DEFAULT, MINUTE, HASH);
	}

	@Test
	void tickSlightlyInTheFutureIsWaitedFor() {
		recorded(NOON.plus(HOUR), TickEntry.State.FINISHED, 3, 1);
		this.now = NOON.plusSeconds(60);
		nothing();
		assertRuns(NOON.plus(HOUR.multipliedBy(2)), NOON.plus(HOUR.multipliedBy(2)));
	}

	@Test
	void clockThatStepsBackRunsNothingTwice() {
		finish(begin());
		assertRuns(NOON.minusSeconds(5));
		assertRuns(NOON.plusSeconds(1));
		this.now = NOON.plus(HOUR).minusSeconds(5);
		assertThat(this.lane.call(this::view)).as("Spring fires early").isNull();
		assertRuns(NOON.plus(HOUR).plusSeconds(1), NOON.plus(HOUR));
	}

	@Test
	void overrunIsDroppedIfTheClockIsSetBack() {
		this.lane = lane(DEFAULT, Duration.ofSeconds(10), HASH);
		recorded(NOON.minusSeconds(10), TickEntry.State.FINISHED, 3, 1);
		TickLane.Turn turn = begin();
		this.now = NOON.plus(HOUR);
		finish(turn);
		assertRuns(NOON.plusSeconds(30), NOON.plusSeconds(30));
	}

	@Test
	void manualRunUsesTheLaneAndCountsForNoTick() {
		recorded(NOON, TickEntry.State.FINISHED, 3, 1);
		this.now = NOON.plusSeconds(60);
		assertThat(this.lane.request(6)).isNotNull();
		assertThat(this.lane.request(7)).as("one of a former term is forgotten").isNotNull();
		assertThat(this.lane.request(7)).isNull();
		TickLane.Turn turn = this.lane.call(this::view);
		assertThat(this.lane.isBusy()).isTrue();
		assertThat(this.lane.request(7)).isNull();
		assertThat(turn.note()).isNull();
		assertThat(turn.runs()).isTrue();
		turn.noted();
		assertThat(this.lane.call(this::view)).isNull();
		this.now = NOON.plus(HOUR).plusSeconds(60);
		assertThat(turn.finish()).isNull();
		turn.giveBack(this.now);
		assertThat(record().tick()).isEqualTo(NOON);
		assertThat(this.outcomes).containsExactly("ALREADY_DONE", "OVERRUN");
	}

	@Test
	void onlyAnUnusedRequestIsWithdrawn() {
		Runnable refused = this.lane.request(7);
		refused.run();
		Runnable next = this.lane.request(7);
		assertThat(next).isNotNull();
		refused.run();
		assertThat(this.lane.request(7)).as("the next one is kept").isNull();
		next.run();
		assertThat(begin().note()).extracting(TickEntry::tick).isEqualTo(NOON);
	}

	@Test
	void brokenEntryIsNamedAndKept() {
		this.record = "garbage";
		assertThatIllegalArgumentException().isThrownBy(() -> this.lane.call(this::view))
			.withMessageContaining("garbage");
		assertThatIllegalArgumentException().isThrownBy(() -> this.lane.isDue(this::view, Duration.ZERO));
		this.record = entry(11, TickEntry.State.FINISHED, HASH);
		assertThat(runAll()).containsExactly(NOON);
	}

	@Test
	void ticksBeginInRisingOrderWhereClocksDiffer() {
		assertRuns(NOON.plus(Duration.ofMinutes(59)), NOON);
		assertRuns(NOON.plus(HOUR), NOON.plus(HOUR));
		anotherInstance();
		assertRuns(NOON.plusSeconds(3590));
		assertRuns(NOON.plus(HOUR.multipliedBy(2)), NOON.plus(HOUR.multipliedBy(2)));
	}

}
