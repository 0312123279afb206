/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.leaderelection.ElectionState;
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
import org.jspecify.annotations.Nullable;

/**
 * Mistakes that were found in real leader election code.
 */
enum BrokenVariant {

	DEADLINE_FROM_THE_ANSWER(protocol(BrokenProtocols.DeadlineFromTheAnswer::new)),

	WALL_CLOCK_ONLY(new SimulationSeams() {

		@Override
		public ElectionProtocol protocol(CandidateProfile profile) {
			return new BrokenProtocols.WallClockOnly(new ElectionStateMachine(profile));
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

	UNDO_BY_CANDIDATE_ID(protocol(BrokenProtocols.UndoByCandidateId::new)),

	NONCE_PER_PROCESS(new SimulationSeams() {

		@Override
		public Entropy entropy(Entropy entropy) {
			Nonce nonce = entropy.nonce();
			return new Entropy() {

				@Override
				public Nonce nonce() {
					return nonce;
				}

				@Override
				public double jitter() {
					return entropy.jitter();
				}

			};
		}

	}),

	TOKEN_NOT_RAISED(new SimulationSeams() {

		@Override
		public ModelStore store(boolean guardLocks, long longestLease) {
			return new ModelStore(guardLocks, longestLease) {

				@Override
				protected long nextToken(@Nullable ModelRecord former, Acquire command, long now) {
					return (former != null) ? former.token() : super.nextToken(null, command, now);
				}

			};
		}

	}),

	TIME_OUT_TAKEN_AS_SUCCESS(protocol(BrokenProtocols.TimeOutAsSuccess::new)),

	TIME_OUT_TAKEN_AS_LOSS(protocol(BrokenProtocols.TimeOutAsLoss::new)),

	RELEASE_BEFORE_WORK_ENDED(protocol(BrokenProtocols.ReleaseBeforeWorkEnded::new)),

	RENEWAL_AFTER_RELEASE(protocol(BrokenProtocols.RenewalAfterRelease::new)),

	FORGOTTEN_WITH_THE_HANDOVER(protocol(BrokenProtocols.ForgottenWithTheHandover::new)),

	REPEATED_FOR_EVER(protocol(BrokenProtocols.RepeatedForEver::new)),

	EFFECTS_BEHIND_A_THROWING_ONE_DROPPED(new SimulationSeams() {

		@Override
		public List<Effect> performed(List<Effect> behind) {
			return List.of();
		}

	}),

	CHECKPOINTS_WITHOUT_VERSION(new SimulationSeams() {

		@Override
		public ModelStore store(boolean guardLocks, long longestLease) {
			return new ModelStore(guardLocks, longestLease) {

				@Override
				protected ModelRecord noted(ModelRecord record, Renew command) {
					Checkpoints carried = command.checkpoints();
					return (carried != null) ? record.with(carried) : record;
				}

			};
		}

	}),

	REPEAT_ANSWERED_WITHOUT_EXTENDING(new SimulationSeams() {

		@Override
		public ModelStore store(boolean guardLocks, long longestLease) {
			return new ModelStore(guardLocks, longestLease) {

				@Override
				protected Outcome repeated(ModelRecord record, long now) {
					return granted(record, record.checkpoints(), now);
				}

			};
		}

	}),

	PENDING_WIPES_NOT_BEFORE(new SimulationSeams() {

		@Override
		public ModelStore store(boolean guardLocks, long longestLease) {
			return new ModelStore(guardLocks, longestLease) {

				@Override
				protected long notBefore(@Nullable ModelRecord former, long now) {
					if (former == null) {
						return super.notBefore(null, now);
					}
					return super.notBefore(new ModelRecord(former.token(), former.nonce(), former.candidate(),
							former.since(), former.lease(), former.expiresAt(), 0, former.released(),
							former.checkpoints(), former.metadata()), now);
				}

			};
		}

	}),

	UNCONDITIONAL_DELETE_ON_RELEASE(new SimulationSeams() {

		@Override
		public ModelStore store(boolean guardLocks, long longestLease) {
			return new ModelStore(guardLocks, longestLease) {

				@Override
				Outcome release(Release command) {
					delete();
					return new Outcome.Released();
				}

			};
		}

	}),

	CLIENT_TIMESTAMPS(new SimulationSeams() {

		@Override
		public ModelStore store(boolean guardLocks, long longestLease) {
			return new ModelStore(guardLocks, longestLease) {

				@Override
				Outcome acquire(Acquire command, long now) {
					return super.acquire(command, command.at().toEpochMilli() * 1_000_000);
				}

			};
		}

	}),

	TICK_RUN_BEFORE_ITS_BEGINNING_IS_KNOWN(ticks(BrokenTicks.RunBeforeItsBeginningIsKnown::new)),

	TICK_FINISHED_FIRST(ticks(BrokenTicks.FinishedFirst::new)),

	TICK_AHEAD_FORGOTTEN(ticks(BrokenTicks.AheadForgotten::new)),

	/** A handover does not write what is not known to be written. */
	TICK_END_GIVEN_UP(protocol(BrokenProtocols.NotesGivenUp::new)),

	TICK_FINISHED_OUTSIDE_THE_CALL(ticks(BrokenTicks.FinishedOutsideTheCall::new)),

	TICK_RECORD_BELIEVED(ticks(BrokenTicks.RecordBelieved::new)),

	TICK_WITHOUT_LANE(ticks(BrokenTicks.WithoutLane::new));

	private final SimulationSeams seams;

	BrokenVariant(SimulationSeams seams) {
		this.seams = seams;
	}

	SimulationSeams seams() {
		return this.seams;
	}

	private static SimulationSeams ticks(Supplier<TickSteps> steps) {
		return new SimulationSeams() {

			@Override
			public TickSteps ticks() {
				return steps.get();
			}

		};
	}

	private static SimulationSeams protocol(Function<ElectionProtocol, ElectionProtocol> breaks) {
		return new SimulationSeams() {

			@Override
			public ElectionProtocol protocol(CandidateProfile profile) {
				return breaks.apply(new ElectionStateMachine(profile));
			}

		};
	}

}
