/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

import io.leaderelection.ElectionState;
import io.leaderelection.Suspension;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Standing;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * Wrappers that break the production protocol.
 */
final class BrokenProtocols {

	private BrokenProtocols() {
	}

	/** The lease is counted from when its grant was read. */
	static Input.Answer deadlineFromTheAnswer(Input.Answer answer, Moment now) {
		Effect.Send<?> send = answer.send();
		return (answer.outcome() instanceof Outcome.Granted)
				? new Input.Answer(new Effect.Send<>(send.id(), now, send.timeout(), send.command()), answer.outcome())
				: answer;
	}

	/** A renewal without an answer counts as granted. */
	static Input.Answer timeOutAsSuccess(Input.Answer answer, Moment now) {
		return (answer.send().command() instanceof Renew renew && answer.outcome() instanceof Outcome.Unknown)
				? new Input.Answer(answer.send(), new Outcome.Granted(renew.token(), Duration.ofDays(1), Duration.ZERO))
				: answer;
	}

	/** A renewal without an answer ends the term. */
	static Input.Answer timeOutAsLoss(Input.Answer answer, Moment now) {
		return (answer.send().command() instanceof Renew && answer.outcome() instanceof Outcome.Unknown)
				? new Input.Answer(answer.send(), new Outcome.Lost()) : answer;
	}

	/** Changes nothing. */
	abstract static class Wrapper implements ElectionProtocol {

		private ElectionProtocol protocol;

		ElectionProtocol around(ElectionProtocol protocol) {
			this.protocol = protocol;
			return this;
		}

		@Override
		public List<Effect> on(Input input, Moment now) {
			return this.protocol.on(input, now);
		}

		@Override
		public Standing standing() {
			return this.protocol.standing();
		}

		@Override
		public long wakeIn(Moment now) {
			return this.protocol.wakeIn(now);
		}

		@Override
		public boolean quiet() {
			return this.protocol.quiet();
		}

		@Override
		public boolean settled() {
			return this.protocol.settled();
		}

	}

	/** Changes answers. */
	static final class ChangedAnswers extends Wrapper {

		private final BiFunction<Input.Answer, Moment, Input.Answer> change;

		ChangedAnswers(BiFunction<Input.Answer, Moment, Input.Answer> change) {
			this.change = change;
		}

		@Override
		public List<Effect> on(Input input, Moment now) {
			return super.on((input instanceof Input.Answer answer) ? this.change.apply(answer, now) : input, now);
		}

	}

	/** Only the wall clock is used. */
	static final class WallClockOnly extends Wrapper {

		@Override
		public List<Effect> on(Input input, Moment now) {
			return super.on(input, wallOnly(now));
		}

		@Override
		public long wakeIn(Moment now) {
			return super.wakeIn(wallOnly(now));
		}

		private static Moment wallOnly(Moment now) {
			return new Moment(now.wall() * 1_000_000, now.wall());
		}

	}

	/** A late grant is undone although it is the candidate's current term. */
	static final class UndoByCandidateId extends Wrapper {

		private long awaited = -1;

		@Override
		public List<Effect> on(Input input, Moment now) {
			List<Effect> effects = new ArrayList<>(super.on(input, now));
			if (input instanceof Input.Answer answer && answer.send().command() instanceof Acquire acquire
					&& answer.send().id() < this.awaited && answer.outcome() instanceof Outcome.Granted granted) {
				effects.add(new Effect.Send<>(-answer.send().id() - 1, now, answer.send().timeout(),
						new Release(acquire.key(), acquire.nonce(), granted.token())));
			}
			for (Effect effect : effects) {
				if (effect instanceof Effect.Send<?> send && send.command() instanceof Acquire) {
					this.awaited = send.id();
				}
			}
			return effects;
		}

	}

	/** The release does not wait for the work. */
	static final class ReleaseBeforeWorkEnded extends Wrapper {

		@Override
		public List<Effect> on(Input input, Moment now) {
			List<Effect> effects = new ArrayList<>(super.on(input, now));
			for (Effect effect : List.copyOf(effects)) {
				if (effect instanceof Effect.Revoke revoke) {
					effects.addAll(super.on(new Input.WorkEnded(revoke.token()), now));
				}
			}
			return effects;
		}

	}

	/** Pending undos are dropped once the handover is over. */
	static final class ForgottenWithTheHandover extends Wrapper {

		@Override
		public boolean settled() {
			return standing().state() == ElectionState.STOPPED && quiet();
		}

	}

	/** An acquire without an answer is repeated without an end. */
	static final class RepeatedForEver extends Wrapper {

		private Effect.@Nullable Send<?> requested;

		private Effect.@Nullable Send<?> repeat;

		private long id = Long.MIN_VALUE;

		@Override
		public List<Effect> on(Input input, Moment now) {
			Effect.Send<?> requested = this.requested;
			if (requested != null && input instanceof Input.Answer answer && answer.send() == this.repeat) {
				if (answer.outcome() instanceof Outcome.Unknown) {
					this.repeat = new Effect.Send<>(this.id++, now, requested.timeout(), requested.command());
					return List.of(this.repeat);
				}
				this.requested = null;
				return noted(super.on(new Input.Answer(new Effect.Send<>(requested.id(), answer.send().sent(),
						requested.timeout(), requested.command()), answer.outcome()), now));
			}
			return noted(super.on(input, now));
		}

		private List<Effect> noted(List<Effect> effects) {
			for (Effect effect : effects) {
				if (effect instanceof Effect.Send<?> send && send.command() instanceof Acquire) {
					this.requested = send;
					this.repeat = send;
				}
			}
			return effects;
		}

	}

	/** The timer of renewals fires again. */
	static final class RenewalAfterRelease extends Wrapper {

		private @Nullable Release released;

		private long id = Long.MIN_VALUE;

		@Override
		public List<Effect> on(Input input, Moment now) {
			List<Effect> effects = new ArrayList<>(super.on(input, now));
			Release released = this.released;
			if (released != null) {
				this.released = null;
				effects.add(new Effect.Send<>(this.id++, now, 1_000_000_000,
						new Renew(released.key(), released.nonce(), released.token())));
			}
			for (Effect effect : effects) {
				if (effect instanceof Effect.Send<?> send && send.command() instanceof Release release) {
					this.released = release;
				}
			}
			return effects;
		}

	}

	/** A successor does not read the note that suspends the election. */
	static final class NoteIgnored extends Wrapper {

		@Override
		public List<Effect> on(Input input, Moment now) {
			return super.on((input instanceof Input.Answer answer && answer.send().command() instanceof Acquire
					&& answer.outcome() instanceof Outcome.Granted granted)
							? new Input.Answer(answer.send(), without(granted)) : input,
					now);
		}

		private static Outcome without(Outcome.Granted granted) {
			Map<String, String> values = new HashMap<>(granted.checkpoints().values());
			values.remove(Suspension.CHECKPOINT);
			return new Outcome.Granted(granted.token(), granted.duration(), granted.notBefore(),
					Checkpoints.of(granted.checkpoints().version(), values));
		}

	}

	/** Renewals carry no checkpoints once the work of a term has ended. */
	static final class NotesGivenUp extends Wrapper {

		private long endedToken;

		@Override
		public List<Effect> on(Input input, Moment now) {
			if (input instanceof Input.WorkEnded ended) {
				this.endedToken = ended.token();
			}
			return super.on(input, now).stream().map(this::without).toList();
		}

		private Effect without(Effect effect) {
			return (effect instanceof Effect.Send<?> send && send.command() instanceof Renew renew
					&& renew.token() == this.endedToken)
							? new Effect.Send<>(send.id(), send.sent(), send.timeout(),
									new Renew(renew.key(), renew.nonce(), renew.token()))
							: effect;
		}

	}

}
