/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.preference.bid.Bidding;
import io.leaderelection.preference.bid.Distribution;
import io.leaderelection.preference.bid.Seat;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Standing;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Moment;
import io.leaderelection.work.tick.TickEntry;
import io.leaderelection.work.tick.TickLane;
import org.jspecify.annotations.Nullable;

/**
 * Mistakes that were found in real leader election code, and rules of priority and spread
 * with one mistake each.
 */
enum BrokenVariant {

	DEADLINE_FROM_THE_ANSWER(() -> new BrokenProtocols.ChangedAnswers(BrokenProtocols::deadlineFromTheAnswer)),

	WALL_CLOCK_ONLY(new SimulationSeams() {

		@Override
		public ElectionProtocol protocol(CandidateProfile profile) {
			return new BrokenProtocols.WallClockOnly().around(new ElectionStateMachine(profile));
		}

		@Override
		public boolean leads(Standing standing, long ticker, long wall) {
			return standing.leads(wall * 1_000_000, wall);
		}

	}),

	CACHED_BOOLEAN(new SimulationSeams() {

		@Override
		public boolean leads(Standing standing, long ticker, long wall) {
			return standing.state() == ElectionState.LEADER && !standing.unconfirmed();
		}

	}),

	FORGOTTEN_WITH_A_CRASH(new SimulationSeams() {

		@Override
		public int stepsToCrash() {
			return 100;
		}

		@Override
		public ElectionProtocol startAnew(CandidateProfile profile, ElectionProtocol crashed, Moment now) {
			return new ElectionStateMachine(profile);
		}

	}),

	UNDO_BY_CANDIDATE_ID(BrokenProtocols.UndoByCandidateId::new),

	NONCE_PER_PROCESS(new SimulationSeams() {

		@Override
		public Entropy entropy(Entropy entropy) {
			return new OneNonce(entropy.nonce(), entropy);
		}

	}),

	TOKEN_NOT_RAISED(store((guardLocks, longestLease) -> new ModelStore(guardLocks, longestLease) {

		@Override
		long nextToken(@Nullable ModelRecord former, Acquire command, long now) {
			return (former != null) ? former.token() : super.nextToken(null, command, now);
		}

	})),

	TIME_OUT_TAKEN_AS_SUCCESS(() -> new BrokenProtocols.ChangedAnswers(BrokenProtocols::timeOutAsSuccess)),

	TIME_OUT_TAKEN_AS_LOSS(() -> new BrokenProtocols.ChangedAnswers(BrokenProtocols::timeOutAsLoss)),

	RELEASE_BEFORE_WORK_ENDED(BrokenProtocols.ReleaseBeforeWorkEnded::new),

	RENEWAL_AFTER_RELEASE(BrokenProtocols.RenewalAfterRelease::new),

	FORGOTTEN_WITH_THE_HANDOVER(BrokenProtocols.ForgottenWithTheHandover::new),

	REPEATED_FOR_EVER(BrokenProtocols.RepeatedForEver::new),

	EFFECTS_BEHIND_A_THROWING_ONE_DROPPED(new SimulationSeams() {

		@Override
		public List<Effect> performed(List<Effect> behind) {
			return List.of();
		}

	}),

	CHECKPOINTS_WITHOUT_VERSION(store((guardLocks, longestLease) -> new ModelStore(guardLocks, longestLease) {

		@Override
		ModelRecord noted(ModelRecord record, Renew command) {
			Checkpoints carried = command.checkpoints();
			return (carried != null) ? record.with(carried) : record;
		}

	})),

	REPEAT_ANSWERED_WITHOUT_EXTENDING(store((guardLocks, longestLease) -> new ModelStore(guardLocks, longestLease) {

		@Override
		Outcome repeated(ModelRecord record, long now) {
			return granted(record, record.checkpoints(), now);
		}

	})),

	PENDING_WIPES_NOT_BEFORE(store((guardLocks, longestLease) -> new ModelStore(guardLocks, longestLease) {

		@Override
		long notBefore(@Nullable ModelRecord former, long now) {
			return super.notBefore((former != null)
					? former.with(former.expiresAt(), 0, former.released(), former.checkpoints()) : null, now);
		}

	})),

	UNCONDITIONAL_DELETE_ON_RELEASE(store((guardLocks, longestLease) -> new ModelStore(guardLocks, longestLease) {

		@Override
		Outcome release(Release command) {
			delete();
			return new Outcome.Released();
		}

	})),

	RELEASE_WITHOUT_CONDITION(store(BrokenStores.ReleaseWithoutCondition::new)),

	/** A winner that waits after a guard lock has vanished releases. */
	RELEASE_DROPS_NOT_BEFORE_OF_A_GUARD_LOCK(store((guardLocks,
			longestLease) -> new BrokenStores.ReleaseDropsNotBefore(guardLocks, longestLease, guardLocks))),

	/**
	 * A winner that waits after a store without guard locks has lost its data releases.
	 */
	RELEASE_DROPS_NOT_BEFORE_OF_A_RESTART(store((guardLocks,
			longestLease) -> new BrokenStores.ReleaseDropsNotBefore(guardLocks, longestLease, !guardLocks))),

	NONCE_USED_AGAIN_AFTER_ITS_RELEASE(ReleasedNonces.SEAMS),

	CLIENT_TIMESTAMPS(store((guardLocks, longestLease) -> new ModelStore(guardLocks, longestLease) {

		@Override
		Outcome acquire(Acquire command, long now) {
			return super.acquire(command, command.at().toEpochMilli() * 1_000_000);
		}

	})),

	/** The job is run before its beginning is known to be written. */
	TICK_RUN_BEFORE_ITS_BEGINNING_IS_KNOWN(ticks(() -> new TickSteps() {

		@Override
		protected boolean waitsForTheBeginning() {
			return false;
		}

	})),

	/** The end is written before the job is run. */
	TICK_FINISHED_FIRST(ticks(() -> new TickSteps() {

		@Override
		protected TickEntry before(TickEntry begun) {
			return new TickEntry(begun.tick(), TickEntry.State.FINISHED, begun.token(), begun.attempt(), begun.hash());
		}

	})),

	/** The note forgets which ticks were run ahead of time. */
	TICK_AHEAD_FORGOTTEN(ticks(() -> new TickSteps() {

		@Override
		protected TickEntry noted(TickEntry entry) {
			return new TickEntry(entry.tick(), entry.state(), entry.token(), entry.attempt(), entry.hash());
		}

	})),

	/**
	 * The tick in which a leader ahead of time died is forgotten when it is overwritten.
	 */
	TICK_INTERRUPTED_AHEAD_FORGOTTEN(clocks((former, note) -> {
		boolean replaced = former.state() == TickEntry.State.BEGUN && !former.tick().equals(note.tick());
		return replaced ? BrokenTicks.without(note, former.tick()) : note;
	})),

	/** A leader continues its former series, although others have led since. */
	TICK_FORMER_SERIES_CONTINUED(clocks((former, note) -> BrokenTicks.continued(note))),

	/** A successor leads although it was granted the note that suspends the election. */
	SUSPENSION_IGNORED_BY_A_SUCCESSOR(new SimulationSeams() {

		@Override
		public boolean suspends() {
			return true;
		}

		@Override
		public ElectionProtocol protocol(CandidateProfile profile) {
			return new BrokenProtocols.NoteIgnored().around(new ElectionStateMachine(profile));
		}

	}),

	/** A handover does not write what is not known to be written. */
	TICK_END_GIVEN_UP(BrokenProtocols.NotesGivenUp::new),

	/** The call leaves the term before the end is written. */
	TICK_FINISHED_OUTSIDE_THE_CALL(ticks(() -> new TickSteps() {

		@Override
		protected boolean staysForTheEnd() {
			return false;
		}

	})),

	/** The process trusts the record instead of its own memory. */
	TICK_RECORD_BELIEVED(ticks(() -> new TickSteps() {

		private @Nullable TickLane used;

		@Override
		protected TickLane lane(Supplier<TickLane> creates, boolean looks) {
			TickLane used = this.used;
			if (used == null || !used.isBusy()) {
				used = creates.get();
				this.used = used;
			}
			return used;
		}

	})),

	/** The scheduler's call and the process's own check have no common lane. */
	TICK_WITHOUT_LANE(ticks(() -> new TickSteps() {

		private final TickSteps other = new TickSteps();

		@Override
		protected TickLane lane(Supplier<TickLane> creates, boolean looks) {
			return looks ? this.other.lane(creates, true) : super.lane(creates, false);
		}

	})),

	/** Every bid on record is believed, even of a dead bidder. */
	GHOST_BID_HONOURED(spread(distribution((self, maxLed, spreadDelay) -> new Distribution(self, maxLed, spreadDelay) {

		@Override
		protected boolean counts(Seat seat, Leader bidder, Moment now) {
			return true;
		}

	}))),

	/** A leader knows only the bids that it noted itself. */
	BID_CONCEDED_TWICE(spread(new SimulationSeams() {

		@Override
		public long noted(long noted, long wanted) {
			return wanted;
		}

	})),

	/** A leader that handed over does not contend until the bid must be over. */
	CONCEDER_WAITS_FOR_THE_END_OF_THE_BID(spread(new SimulationSeams() {

		@Override
		public Duration away(Duration lease) {
			return lease.multipliedBy(2);
		}

	})),

	/** A conceded election does not count for the bidder until it is known to lead. */
	COUNTS_IGNORE_WHAT_WAS_CONCEDED(
			spread(distribution((self, maxLed, spreadDelay) -> new Distribution(self, maxLed, spreadDelay) {

				@Override
				protected boolean countsConceded() {
					return false;
				}

			}))),

	/**
	 * Only all elections together are spread, whatever elections they are partitions of.
	 */
	GROUPS_IGNORED(spread(distribution((self, maxLed, spreadDelay) -> new Distribution(self, maxLed, spreadDelay) {

		@Override
		protected String group(Bidding bidding) {
			return "";
		}

	}))),

	/** A leader hands over in the middle of a guarded call. */
	CONCESSION_UNDER_RUNNING_WORK(spread(new SimulationSeams() {

		@Override
		public boolean waitsForWork() {
			return false;
		}

	}));

	private final LongConsumer schedule;

	BrokenVariant(LongConsumer schedule) {
		this.schedule = schedule;
	}

	BrokenVariant(SimulationSeams seams) {
		this((seed) -> new Simulation(seed, Control.PROMISED, seams, null).run());
	}

	BrokenVariant(Supplier<BrokenProtocols.Wrapper> breaks) {
		this(new SimulationSeams() {

			@Override
			public ElectionProtocol protocol(CandidateProfile profile) {
				return breaks.get().around(new ElectionStateMachine(profile));
			}

		});
	}

	/** Runs the schedule of a seed with the mistake. */
	void run(long seed) {
		this.schedule.accept(seed);
	}

	/** The same nonce in each attempt. */
	private record OneNonce(Nonce nonce, Entropy entropy) implements Entropy {

		@Override
		public double jitter() {
			return this.entropy.jitter();
		}

	}

	private static SimulationSeams ticks(Supplier<TickSteps> steps) {
		return new SimulationSeams() {

			@Override
			public TickSteps ticks() {
				return steps.get();
			}

		};
	}

	private static LongConsumer clocks(BinaryOperator<TickEntry> written) {
		return (seed) -> new TickClockSchedule(seed, written, null).run();
	}

	static SimulationSeams store(BiFunction<Boolean, Long, ModelStore> stores) {
		return new SimulationSeams() {

			@Override
			public ModelStore store(boolean guardLocks, long longestLease) {
				return stores.apply(guardLocks, longestLease);
			}

		};
	}

	private static LongConsumer spread(SimulationSeams seams) {
		return (seed) -> new DistributionSimulation(seed, seams, null, DistributionScenario::new).run();
	}

	static SimulationSeams distribution(Distributions distributions) {
		return distributions;
	}

	/**
	 * Seams with another distribution.
	 */
	@FunctionalInterface
	interface Distributions extends SimulationSeams {

		@Override
		Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay);

	}

}
