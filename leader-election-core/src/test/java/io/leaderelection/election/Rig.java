/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.election;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;

/**
 * A state machine on two clocks that tests step by hand. The ticker starts just before
 * its overflow.
 */
final class Rig {

	static final ElectionKey KEY = new ElectionKey("orders", "billing");

	static final ElectionTiming TIMING = ElectionTiming.builder().lease(Duration.ofSeconds(15)).build();

	static final StoreTraits POLL = traits(false, false);

	static final StoreTraits PUSH = traits(false, true);

	static final StoreTraits HOLD = traits(true, true);

	final List<Effect> effects = new ArrayList<>();

	final ElectionStateMachine machine;

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
		this(traits, timing, new Turn());
	}

	Rig(StoreTraits traits, ElectionTiming timing, Turn turn) {
		this.machine = new ElectionStateMachine(new CandidateProfile(KEY, () -> "me", timing, traits, new Entropy() {

			@Override
			public Nonce nonce() {
				return new Nonce(0, ++Rig.this.nonces);
			}

			@Override
			public double jitter() {
				return Rig.this.jitter;
			}

		}, () -> Map.of("zone", "a")), turn);
	}

	static StoreTraits traits(boolean holdOutlivesLease, boolean push) {
		return new StoreTraits("test", StoreTraits.Clock.STORE, Duration.ofMillis(10), Duration.ofDays(1), false,
				holdOutlivesLease, push);
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
		return on(new Input.Tick());
	}

	/** Both clocks go on; nothing is woken. */
	Rig pass(Duration duration) {
		this.ticker += duration.toNanos();
		this.wall += duration.toMillis();
		return this;
	}

	/** Both clocks go on, and the machine is woken whenever it wants to. */
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

	/** As {@link #run(Duration)}, with every observation answered at once. */
	void run(Duration duration, Outcome observed) {
		for (long left = duration.toMillis(); left > 0; left -= 10) {
			run(Duration.ofMillis(Math.min(10, left)));
			last(Effect.SendObserve.class).filter((observe) -> observe.id() > this.answered).ifPresent((observe) -> {
				this.answered = observe.id();
				answer(observe, observed);
			});
		}
	}

	<E extends Effect> Optional<E> last(Class<E> type) {
		return this.effects.stream().filter(type::isInstance).map(type::cast).reduce((first, second) -> second);
	}

	<E extends Effect> E sent(Class<E> type) {
		return last(type).orElseThrow(() -> new AssertionError("No " + type.getSimpleName() + " in " + this.effects));
	}

	long count(Class<? extends Effect> type) {
		return this.effects.stream().filter(type::isInstance).count();
	}

	List<Effect> answer(Effect.Send send, Outcome outcome) {
		return on(new Input.Answer(send, outcome));
	}

	List<Effect> timeOut(Effect.Send send) {
		return answer(send, new Outcome.Unknown(new IllegalStateException("lost")));
	}

	Rig start() {
		on(new Input.Start());
		return this;
	}

	Rig lead(long token) {
		start();
		answer(sent(Effect.SendAcquire.class), granted(token));
		return this;
	}

	void renewed(long token) {
		answer(sent(Effect.SendRenew.class), granted(token));
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

	static Outcome.Held held(long token, Duration remaining) {
		return new Outcome.Held("other", Instant.EPOCH, token, remaining, Duration.ZERO, Map.of());
	}

	static Outcome.Free absent() {
		return new Outcome.Free(LeaseStore.ABSENT, false);
	}

}
