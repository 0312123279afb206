/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.leaderelection.ElectionState;
import io.leaderelection.TransitionCause;
import io.leaderelection.history.Invariant;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.LastingRequests;
import io.leaderelection.protocol.Standing;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.time.Moment;

/**
 * A process with one candidate: its protocol, and the engine's part.
 */
final class SimulatedCandidate extends SimulatedProcess<Simulation> {

	final TermHistory history = new TermHistory(this.simulation);

	private final CandidateProfile profile = new CandidateProfile(Simulation.KEY, this::name,
			this.simulation.scenario.timing, this.simulation.scenario.traits,
			this.simulation.seams.entropy(new Schedule.Chance(this.random)), Map::of);

	private ElectionProtocol protocol = this.simulation.seams.protocol(this.profile);

	Standing standing = this.protocol.standing();

	final SimulatedApplication application = new SimulatedApplication(this);

	final SimulatedTicks ticks = new SimulatedTicks(this, this.random.split());

	final SimulatedCalls calls = new SimulatedCalls(this);

	/** The requests that count after a crash of a step. */
	private final LastingRequests requests = new LastingRequests();

	/** Whether a step crashed and its work has not ended. */
	private boolean crashed;

	boolean watchLive;

	/** Whether every answer arrives after its timeout. */
	boolean slow;

	/** Whether it is removed as soon as nothing is left to do. */
	boolean leaving;

	/**
	 * Whether its session has ended: requests of a session that has ended are rejected.
	 */
	boolean sessionEnded;

	private int wake;

	private boolean tickDue;

	SimulatedCandidate(Simulation simulation, int index, SimulatedClocks clocks) {
		super(simulation, "c", index, clocks);
	}

	/**
	 * Returns the answer that a caller would get, even from a paused process.
	 */
	boolean leads(long now) {
		return !this.dead && !this.suspended && this.standing.state() == ElectionState.LEADER
				&& this.simulation.seams.leads(this.standing, this.clocks.ticker(now), this.clocks.wall(now));
	}

	/** Returns whether the work of a term may continue. */
	boolean isValid(long token) {
		long now = this.simulation.now();
		return this.standing.valid(token, this.clocks.ticker(now), this.clocks.wall(now));
	}

	void suspend() {
		clocksDisturbed();
		this.clocks.suspend(this.simulation.now(), true);
		this.suspended = true;
	}

	void clocksDisturbed() {
		this.calls.clocksDisturbed();
		this.history.clocksDisturbed = true;
	}

	boolean quiet() {
		return !this.crashed && this.protocol.quiet();
	}

	boolean settled() {
		return !this.crashed && this.protocol.settled();
	}

	void later(long delay, Runnable action) {
		this.simulation.after(delay, () -> whenRunning(action));
	}

	void input(Input input) {
		whenRunning(() -> step(input));
	}

	void notified() {
		if (this.watchLive) {
			input(new Input.Notified());
		}
	}

	/**
	 * Runs waiting actions in their order when the process runs again, and the tick at a
	 * random place.
	 */
	void catchUp() {
		if (!runs()) {
			return;
		}
		if (this.random.nextBoolean()) {
			stepIfTickDue();
		}
		runBacklog(this.simulation.checks::exclusiveLeadership);
		stepIfTickDue();
	}

	private void stepIfTickDue() {
		if (this.tickDue && !this.dead) {
			this.tickDue = false;
			step(new Input.Tick());
		}
	}

	void step(Input input) {
		if (input instanceof Input.Disconnected) {
			this.calls.disconnected();
			this.history.disconnected = true;
		}
		this.simulation.stepped();
		if (input instanceof Input.StepDown || input instanceof Input.Stop || input instanceof Input.Pause) {
			this.history.requested = true;
		}
		long now = this.simulation.now();
		Moment moment = this.clocks.at(now);
		this.requests.note(input);
		List<Effect> effects;
		try {
			effects = on(input, moment);
		}
		catch (RuntimeException ex) {
			throw new InvariantViolation(Invariant.SOUND_PROTOCOL, name() + " threw " + ex);
		}
		Standing before = this.standing;
		this.standing = this.crashed ? Standing.NONE : this.protocol.standing();
		this.simulation.trace("%-6s %s ticker=%d wall=%d%n          -> %s%n          = %s", name(), input,
				moment.ticker(), moment.wall(), effects, this.standing);
		performAll(effects, now);
		this.ticks.stepped(this.standing.fencingToken());
		this.simulation.suspensions((suspensions) -> suspensions.stepped(this, before));
		this.simulation.checks.interrupted(this);
		scheduleWake(this.crashed ? this.simulation.scenario.lease / 30 : this.protocol.wakeIn(moment));
		if (this.leaving && this.application.isIdle() && settled()) {
			// Its session continues
			this.dead = true;
		}
	}

	private List<Effect> on(Input input, Moment moment) {
		if (this.crashed && this.application.isIdle()) {
			this.crashed = false;
			return startAnew(moment);
		}
		if (this.crashed) {
			return List.of();
		}
		List<Effect> effects = this.protocol.on(input, moment);
		int steps = this.simulation.seams.stepsToCrash();
		return (steps > 0 && !this.simulation.healed && this.random.nextInt(steps) == 0) ? crash(effects) : effects;
	}

	/** Performs some of the effects, then does as the engine does after a crash. */
	private List<Effect> crash(List<Effect> effects) {
		this.simulation.fault(Fault.STEP_CRASHES, this);
		this.crashed = true;
		this.history.crashed = true;
		List<Effect> performed = new ArrayList<>(effects.subList(0, this.random.nextInt(effects.size() + 1)));
		long open = this.history.events.openToken();
		for (Effect effect : performed) {
			if (effect instanceof Effect.Grant grant) {
				open = grant.token();
			}
			else if (effect instanceof Effect.Revoke) {
				open = 0;
			}
		}
		this.application.works.forEach((work) -> performed.add(new Effect.Interrupt(work.token)));
		if (open != 0) {
			performed.add(new Effect.Interrupt(open));
			performed.add(new Effect.Revoke(open, TransitionCause.FAILED));
		}
		return performed;
	}

	private List<Effect> startAnew(Moment moment) {
		this.protocol = this.simulation.seams.startAnew(this.profile, this.protocol, moment);
		List<Effect> effects = new ArrayList<>();
		this.requests.inputs().forEach((input) -> effects.addAll(this.protocol.on(input, moment)));
		return effects;
	}

	private void performAll(List<Effect> effects, long now) {
		int throwing = effects.size();
		if (!effects.isEmpty() && !this.simulation.healed && this.random.nextInt(100) == 0) {
			this.simulation.fault(Fault.STEP_THROWS, this);
			throwing = this.random.nextInt(effects.size());
		}
		for (int i = 0; i < throwing; i++) {
			perform(effects.get(i), now);
		}
		if (throwing < effects.size()) {
			performAndThrow(effects.get(throwing), now);
			this.simulation.seams.performed(effects.subList(throwing + 1, effects.size()))
				.forEach((effect) -> perform(effect, now));
		}
	}

	/**
	 * Performs an effect that fails: a command that cannot be sent is answered at once;
	 * any other effect throws after it is performed.
	 */
	private void performAndThrow(Effect effect, long now) {
		if (effect instanceof Effect.Send<?> send) {
			attempted(send, now);
			later(1, () -> step(new Input.Answer(send, SimulatedNetwork.NOT_SENT)));
		}
		else {
			perform(effect, now);
		}
	}

	private void attempted(Effect.Send<?> send, long now) {
		if (send.command() instanceof Renew renew && renew.checkpoints() != null) {
			this.history.checkpointsSentAt = now;
		}
	}

	private void scheduleWake(long wakeIn) {
		int expected = ++this.wake;
		if (wakeIn == ElectionProtocol.NEVER) {
			return;
		}
		long lateness = 20_000 + this.random.nextLong(this.simulation.scenario.lease / 2000);
		this.simulation.after(this.clocks.trueTime(wakeIn) + lateness, () -> {
			if (expected == this.wake) {
				this.tickDue = true;
				if (runs()) {
					stepIfTickDue();
				}
			}
		});
	}

	private void perform(Effect effect, long now) {
		Checks checks = this.simulation.checks;
		if (effect instanceof Effect.Send<?> send) {
			if (send.command() instanceof Release release) {
				checks.released(this, release, now);
			}
			else if (send.command() instanceof Renew renew) {
				checks.renewed(this, renew.nonce());
				attempted(send, now);
			}
			this.calls.send(send, now);
		}
		else if (effect instanceof Effect.Grant grant) {
			checks.granted(this, grant.token());
			this.history.requested = false;
			this.history.crashed = this.crashed;
			this.history.disconnected = false;
			this.application.start(grant.token());
			this.ticks.granted(grant.token(), grant.checkpoints());
		}
		else if (effect instanceof Effect.Suspend suspend) {
			this.history.requested = false;
			this.ticks.granted(suspend.term().token(), suspend.checkpoints());
		}
		else if (effect instanceof Effect.Revoke revoke) {
			checks.revoked(this, revoke.token(), revoke.cause(), now);
			this.application.revoke(revoke.token());
		}
		else if (effect instanceof Effect.Noted noted) {
			this.simulation.notes.confirmed(noted);
			this.simulation.ticks.confirmed(noted.token(), noted.values());
			this.ticks.noted(noted);
		}
		else if (effect instanceof Effect.Interrupt interrupt) {
			this.application.interrupt(interrupt.token());
		}
	}

}
