/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A step of {@link ElectionStateMachine} runs out of memory when it creates an effect,
 * each effect once in the life of a candidate. The test repeats the same input, like the
 * engine.
 */
class StepThatThrowsTests {

	private static final Duration LEASE = Rig.TIMING.lease();

	@Test
	void rule18EveryStepMayThrowOnce() {
		int steps = new Life(Integer.MAX_VALUE).live();
		assertThat(steps).isGreaterThan(30);
		for (int n = 1; n <= steps; n++) {
			new Life(n).live();
		}
	}

	private static final class Life {

		private final int throwing;

		private int adds;

		private final Rig rig = new Rig(Rig.GUARD_LOCK, Rig.TIMING, new Turn() {

			@Override
			void add(Effect... effects) {
				if (++Life.this.adds == Life.this.throwing) {
					throw new OutOfMemoryError("no memory for effect " + Life.this.throwing);
				}
				super.add(effects);
			}

		});

		private final List<Effect> effects = new ArrayList<>();

		private final Set<Long> answered = new HashSet<>();

		private long token;

		private boolean lost;

		private boolean silent;

		Life(int throwing) {
			this.throwing = throwing;
		}

		/** The number of calls that added effects. */
		int live() {
			feed(new Input.Start());
			run(LEASE);
			assertLeads("at first");
			this.lost = true;
			run(LEASE);
			this.lost = false;
			run(LEASE.multipliedBy(2));
			assertLeads("after a loss");
			feed(new Input.StepDown(Duration.ZERO, TransitionCause.STEP_DOWN));
			run(LEASE.multipliedBy(2));
			assertLeads("after a step-down");
			this.silent = true;
			run(LEASE.multipliedBy(2));
			this.silent = false;
			run(LEASE.multipliedBy(3));
			assertLeads("after a silent store");
			feed(new Input.Stop());
			run(LEASE.multipliedBy(3));
			assertThat(this.rig.machine.standing().state()).as(text()).isEqualTo(ElectionState.STOPPED);
			assertThat(this.rig.machine.settled()).as(text()).isTrue();
			assertEventsAlternate();
			return this.adds;
		}

		private void assertLeads(String when) {
			assertThat(this.rig.leads()).as("leads %s, %s", when, text()).isTrue();
		}

		private void assertEventsAlternate() {
			long open = 0;
			List<Long> interrupted = new ArrayList<>();
			for (Effect effect : this.effects) {
				if (effect instanceof Effect.Grant grant) {
					assertThat(open).as("revoked before granted again, %s", text()).isZero();
					open = grant.token();
				}
				else if (effect instanceof Effect.Revoke revoke) {
					assertThat(revoke.token()).as("revoked, %s", text()).isEqualTo(open);
					open = 0;
					if (revoke.cause() == TransitionCause.LOST || revoke.cause() == TransitionCause.EXPIRED) {
						interrupted.add(revoke.token());
					}
				}
			}
			assertThat(open).as("revoked at last, %s", text()).isZero();
			assertThat(interrupted).hasSizeGreaterThanOrEqualTo(2);
			assertThat(this.effects.stream()
				.filter(Effect.Interrupt.class::isInstance)
				.map((effect) -> ((Effect.Interrupt) effect).token())
				.toList()).as("interrupted, %s", text()).isEqualTo(interrupted);
		}

		private String text() {
			return "the step that makes effect " + this.throwing + " throws";
		}

		private void run(Duration duration) {
			for (long left = duration.toMillis(); left > 0; left -= 10) {
				this.rig.pass(Duration.ofMillis(10));
				if (this.rig.machine.wakeIn(this.rig.now()) == 0) {
					feed(new Input.Tick());
				}
				for (Effect effect : List.copyOf(this.effects)) {
					if (effect instanceof Effect.Send<?> send) {
						answer(send);
					}
				}
			}
		}

		private void answer(Effect.Send<?> send) {
			if (this.silent) {
				if (this.rig.ticker - send.sent().ticker() >= send.timeout() && this.answered.add(send.id())) {
					feed(new Input.Answer(send, new Outcome.Unknown(new IllegalStateException("silent"))));
				}
			}
			else if (this.answered.add(send.id())) {
				feed(new Input.Answer(send, outcome(send)));
			}
		}

		private Outcome outcome(Effect.Send<?> send) {
			if (send.command() instanceof Acquire) {
				return this.lost ? Rig.held(this.token, LEASE) : new Outcome.Granted(++this.token, LEASE,
						(this.token % 2 == 1) ? LEASE.dividedBy(4) : Duration.ZERO);
			}
			if (send.command() instanceof Renew renew) {
				return this.lost ? new Outcome.Lost() : Rig.granted(renew.token());
			}
			return (send.command() instanceof Release) ? new Outcome.Released() : new Outcome.Free(this.token, true);
		}

		/** Repeats the same input until the step succeeds, like the engine. */
		private void feed(Input input) {
			List<Effect> done;
			try {
				done = this.rig.machine.on(input, this.rig.now());
			}
			catch (OutOfMemoryError ex) {
				done = this.rig.machine.on(input, this.rig.now());
			}
			this.effects.addAll(done);
			for (Effect effect : done) {
				if (effect instanceof Effect.Revoke revoke) {
					feed(new Input.WorkEnded(revoke.token()));
				}
			}
		}

	}

}
