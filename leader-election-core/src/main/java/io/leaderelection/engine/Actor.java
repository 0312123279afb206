/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.leaderelection.calls.CommandSender;
import io.leaderelection.delivery.ElectionLog;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;

/**
 * An election, a bid, or the number of partitions, as the loop drives it: it takes steps,
 * sends commands to the store, and is woken when its state requires it. A step that
 * throws crashes this actor alone. Used only by the loop.
 */
public abstract class Actor implements ElectionLoop.Driven, CommandSender {

	private final ElectionLoop loop;

	private final ElectionLog log;

	/** The commands without an answer. */
	private final List<Effect.Send<?>> unanswered = new ArrayList<>();

	private long wakeAt;

	/**
	 * Creates an actor that is not woken before its first step.
	 * @param loop the loop, to which it is to be added
	 * @param what what this is, for the log
	 */
	protected Actor(ElectionLoop loop, String what) {
		this.loop = loop;
		this.log = loop.newLog(what);
		this.wakeAt = loop.time().ticker().nanos() + ElectionLoop.FAR;
	}

	@Override
	public boolean isElection() {
		return false;
	}

	@Override
	public boolean hasTerm() {
		return false;
	}

	/**
	 * Processes {@link Input.Tick} or {@link Input.Answer}, as part of a step.
	 * @param input the input
	 * @param now both clocks
	 */
	protected abstract void on(Input input, Moment now);

	/**
	 * Called at the end of each step, for what the actor has to pass on.
	 * @param now both clocks
	 */
	protected void afterStep(Moment now) {
	}

	/**
	 * Returns when a tick is due.
	 * @param now both clocks
	 * @return the nanoseconds until then
	 */
	protected abstract long wakeIn(Moment now);

	/**
	 * Called when a step has thrown.
	 * @param thrown what it threw
	 */
	protected abstract void crashed(Throwable thrown);

	/**
	 * Returns the loop that drives this.
	 * @return the loop
	 */
	protected final ElectionLoop loop() {
		return this.loop;
	}

	final ElectionLog log() {
		return this.log;
	}

	@Override
	public final long wakeAt() {
		return this.wakeAt;
	}

	/**
	 * Takes a step. Never throws.
	 * @param step the step
	 */
	protected final void step(Consumer<Moment> step) {
		try {
			Moment now = this.loop.time().now();
			step.accept(now);
			afterStep(now);
			this.wakeAt = now.ticker() + Math.min(Math.min(wakeIn(now), timeoutIn(now)), ElectionLoop.FAR);
		}
		catch (Throwable ex) {
			// From now on it is only looked at, and answers of the store are late
			this.unanswered.clear();
			this.wakeAt += ElectionLoop.FAR;
			crashed(ex);
		}
		this.loop.wakeBy(this.wakeAt);
	}

	/** Times out commands without an answer, and acts on the time. */
	@Override
	public final void wake(Moment now) {
		for (Effect.Send<?> send : List.copyOf(this.unanswered)) {
			if (left(send, now) <= 0) {
				TimeoutException cause = new TimeoutException(
						"No answer within " + TimeUnit.NANOSECONDS.toMillis(send.timeout())
								+ " ms. Check the load of the store and the network");
				answered(send, new Outcome.Unknown(cause), this.loop.store().timedOut(send, cause, now));
			}
		}
		step((at) -> on(new Input.Tick(), at));
	}

	@Override
	public final void answered(Effect.Send<?> send, Outcome outcome, boolean ofStore) {
		step((now) -> {
			this.unanswered.remove(send);
			if (!(outcome instanceof Outcome.Unknown unknown)) {
				this.log.succeeded(send.command());
			}
			else if (ofStore) {
				this.log.note(unknown.cause(), send.command());
			}
			else {
				this.log.failed(unknown.cause(), send.command());
			}
			on(new Input.Answer(send, outcome), now);
		});
	}

	/**
	 * Sends a command to the store, as part of a step.
	 * @param send the command
	 */
	protected final void send(Effect.Send<?> send) {
		this.unanswered.add(send);
		this.loop.store().send(this, send);
	}

	private long timeoutIn(Moment now) {
		long in = ElectionProtocol.NEVER;
		for (Effect.Send<?> send : this.unanswered) {
			in = Math.min(in, Math.max(0, left(send, now)));
		}
		return in;
	}

	private static long left(Effect.Send<?> send, Moment now) {
		return send.timeout() - (now.ticker() - send.sent().ticker());
	}

}
