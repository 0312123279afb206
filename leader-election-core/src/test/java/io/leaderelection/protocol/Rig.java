/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.leaderelection.ElectionState;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.Moment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A state machine on two clocks that tests step. The ticker starts just before its
 * overflow.
 */
public final class Rig {

	public static final ElectionKey KEY = new ElectionKey("orders", "billing");

	public static final ElectionTiming TIMING = ElectionTiming.builder().lease(Duration.ofSeconds(15)).build();

	static final StoreTraits POLL = traits(false, false);

	static final StoreTraits PUSH = traits(false, true);

	public static final StoreTraits GUARD_LOCK = traits(true, true);

	final List<Effect> effects = new ArrayList<>();

	ElectionStateMachine machine;

	long ticker = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

	long wall = 1_700_000_000_000L;

	double jitter = 0.5;

	private long nonces;

	private long answered = -1;

	Rig() {
		this(POLL, TIMING);
	}

	Rig(StoreTraits traits) {
		this(traits, TIMING);
	}

	Rig(StoreTraits traits, ElectionTiming timing) {
		this.machine = new ElectionStateMachine(new CandidateProfile(KEY, () -> "me", timing, traits, new Entropy() {

			@Override
			public Nonce nonce() {
				return new Nonce(0, ++Rig.this.nonces);
			}

			@Override
			public double jitter() {
				return Rig.this.jitter;
			}

		}, () -> Map.of("zone", "a")));
	}

	static StoreTraits traits(boolean guardLockOutlivesLease, boolean push) {
		return new StoreTraits("test", StoreTraits.Clock.STORE, Duration.ofMillis(10), Duration.ofDays(1), false,
				guardLockOutlivesLease, push, true);
	}

	/** Replaces the machine, as after a step that has thrown. */
	Rig startAnew(Duration away) {
		this.machine = this.machine.startAnew(now(), away.toNanos());
		return this;
	}

	Moment now() {
		return new Moment(this.ticker, this.wall);
	}

	List<Effect> on(Input input) {
		List<Effect> effects = this.machine.on(input, now());
		this.effects.addAll(effects);
		return effects;
	}

	List<Effect> tick() {
		List<Effect> effects = on(new Input.Tick());
		assertThat(this.machine.wakeIn(now())).as("A step leaves nothing that is due").isPositive();
		return effects;
	}

	/** Moves both clocks without a wake-up. */
	Rig pass(Duration duration) {
		this.ticker += duration.toNanos();
		this.wall += duration.toMillis();
		return this;
	}

	/** Moves both clocks, and wakes the machine whenever it is due. */
	void run(Duration duration) {
		long left = duration.toNanos();
		while (true) {
			long in = this.machine.wakeIn(now());
			if (in > left) {
				break;
			}
			// The wall clock has no nanoseconds, so steps are whole milliseconds
			long millis = Math.max(1, (in + 999_999) / 1_000_000);
			if (millis * 1_000_000 > left) {
				break;
			}
			pass(Duration.ofMillis(millis));
			left -= millis * 1_000_000;
			tick();
		}
		pass(Duration.ofNanos(left));
	}

	/** Runs as {@link #run(Duration)} does, and answers every observation at once. */
	void run(Duration duration, Outcome observed) {
		for (long left = duration.toMillis(); left > 0; left -= 10) {
			run(Duration.ofMillis(Math.min(10, left)));
			last(Observe.class).filter((observe) -> observe.id() > this.answered).ifPresent((observe) -> {
				this.answered = observe.id();
				answer(observe, observed);
			});
		}
	}

	/** Asserts that the candidate sends no acquire meanwhile. */
	void staysAway(Duration duration, Outcome observed) {
		assertAcquires(0, () -> run(duration, observed));
	}

	/** Asserts that the candidate sends no acquire meanwhile, without any answer. */
	void staysAway(Duration duration) {
		assertAcquires(0, () -> run(duration));
	}

	/** Asserts that the candidate sends one acquire meanwhile. */
	void contends(Duration duration, Outcome observed) {
		assertAcquires(1, () -> run(duration, observed));
	}

	/** Asserts that the candidate sends one acquire meanwhile, without any answer. */
	void contends(Duration duration) {
		assertAcquires(1, () -> run(duration));
	}

	private void assertAcquires(int number, Runnable steps) {
		long before = count(Acquire.class);
		steps.run();
		assertThat(count(Acquire.class) - before).as("acquires").isEqualTo(number);
	}

	/** Returns the last command of a kind. */
	<C extends Command> Optional<Effect.Send<C>> last(Class<C> kind) {
		Effect.Send<C> last = null;
		for (Effect effect : this.effects) {
			if (effect instanceof Effect.Send<?> send && kind.isInstance(send.command())) {
				last = new Effect.Send<>(send.id(), send.sent(), send.timeout(), kind.cast(send.command()));
			}
		}
		return Optional.ofNullable(last);
	}

	<C extends Command> Effect.Send<C> sent(Class<C> kind) {
		return last(kind).orElseThrow(() -> new AssertionError("No " + kind.getSimpleName() + " in " + this.effects));
	}

	/** Returns the last effect of a kind. */
	<E extends Effect> E effect(Class<E> kind) {
		return this.effects.stream()
			.filter(kind::isInstance)
			.map(kind::cast)
			.reduce((first, second) -> second)
			.orElseThrow(() -> new AssertionError("No " + kind.getSimpleName() + " in " + this.effects));
	}

	/** Returns the number of effects, or commands, of a kind. */
	long count(Class<?> kind) {
		return this.effects.stream().filter((effect) -> is(effect, kind)).count();
	}

	private static boolean is(Effect effect, Class<?> kind) {
		return kind.isInstance(effect) || (effect instanceof Effect.Send<?> send && kind.isInstance(send.command()));
	}

	/** Asserts that there is one effect, which is a command of a kind, and returns it. */
	static void assertOne(Class<? extends Command> kind, List<Effect> effects) {
		assertThat(effects).hasSize(1).first().matches((effect) -> is(effect, kind), "sends " + kind.getSimpleName());
	}

	List<Effect> answer(Effect.Send<?> send, Outcome outcome) {
		return on(new Input.Answer(send, outcome));
	}

	List<Effect> timeOut(Effect.Send<?> send) {
		return answer(send, new Outcome.Unknown(new IllegalStateException("lost")));
	}

	Rig start() {
		on(new Input.Start());
		return this;
	}

	/** Starts, and answers the first acquire. */
	Rig start(Outcome outcome) {
		start();
		answer(sent(Acquire.class), outcome);
		return this;
	}

	Rig lead(long token) {
		return start(granted(token));
	}

	/** Ends the work of a term that hands over, and answers its release. */
	void endDrain(long token) {
		on(new Input.WorkEnded(token));
		answer(sent(Release.class), new Outcome.Released());
	}

	ElectionState state() {
		return this.machine.standing().state();
	}

	void renewed(long token) {
		answer(sent(Renew.class), granted(token));
	}

	boolean leads() {
		return this.machine.standing().leads(this.ticker, this.wall);
	}

	boolean valid(long token) {
		return this.machine.standing().valid(token, this.ticker, this.wall);
	}

	static Outcome.Granted granted(long token) {
		return new Outcome.Granted(token, TIMING.lease(), Duration.ZERO);
	}

	static Outcome.Granted pending(long token, Duration notBefore) {
		return new Outcome.Granted(token, TIMING.lease(), notBefore);
	}

	static Outcome.Leased held(long token, Duration remaining) {
		return new Outcome.Leased("other", Instant.EPOCH, token, remaining, Duration.ZERO, Map.of());
	}

	/** A term of this candidate on record. */
	static Outcome.Leased own(long token, Duration remaining) {
		return new Outcome.Leased("me", Instant.EPOCH, token, remaining, Duration.ZERO, Map.of());
	}

	static Outcome.Free absent() {
		return new Outcome.Free(LeaseStore.ABSENT, false);
	}

}
