/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.util.Map;
import java.util.SplittableRandom;

import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.preference.bid.Bidding;
import io.leaderelection.preference.bid.Distribution;
import io.leaderelection.preference.bid.Seat;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Preference;
import io.leaderelection.protocol.Standing;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * An election in a process: the candidate, the bid, and guarded calls.
 */
final class DistributionSeat implements Seat {

	final ElectionKey key;

	private final DistributionInstance instance;

	private final ElectionStateMachine machine;

	private final Bidding bidding;

	private final SplittableRandom random;

	private @Nullable Leader leader;

	private long token;

	/** The noted bid that is known to be on record. */
	private long noted;

	/** The last bid that was to be noted. */
	private long wanted;

	private long requests;

	/** The running guarded calls of the term. */
	private int calls;

	private boolean draining;

	private boolean othersFirst;

	private final DistributionInstance.Alarm wake;

	private final DistributionInstance.Alarm bidWake;

	DistributionSeat(DistributionInstance instance, int election, Entropy entropy, SplittableRandom random) {
		DistributionScenario scenario = instance.simulation.scenario;
		this.instance = instance;
		this.key = DistributionSimulation.key(scenario.names.get(election));
		this.random = random;
		this.wake = instance.new Alarm();
		this.bidWake = instance.new Alarm();
		Preference preference = new Preference(instance.priority(election), scenario.spread, scenario.preemptAfter);
		CandidateProfile profile = new CandidateProfile(this.key, instance::name, scenario.timing, scenario.traits,
				entropy, () -> preference.in(Map.of(), instance.maxLed));
		this.machine = new ElectionStateMachine(profile);
		this.bidding = new Bidding(profile, preference);
		instance.receivers.put(this.key, this::step);
		instance.receivers.put(this.key.bid(), this::stepBid);
	}

	void start() {
		if (this.instance.simulation.scenario.traits.push()) {
			step(new Input.WatchLive(true));
		}
		step(new Input.Start());
		this.bidding.start(this.instance.moment());
		sendBid();
	}

	void stop() {
		step(new Input.Stop());
		this.bidding.stop(this.instance.moment());
		sendBid();
	}

	boolean leads() {
		long now = this.instance.simulation.now();
		return this.machine.standing().leads(this.instance.clocks.ticker(now), this.instance.clocks.wall(now));
	}

	// The candidate

	void step(Input input) {
		this.instance.simulation.stepped();
		for (Effect effect : this.machine.on(input, this.instance.moment())) {
			perform(effect);
		}
		this.wake.set(this.machine.wakeIn(this.instance.moment()), () -> step(new Input.Tick()));
	}

	private void perform(Effect effect) {
		if (effect instanceof Effect.Send<?> send) {
			this.instance.send(send);
		}
		else if (effect instanceof Effect.ChangeLeader change) {
			this.leader = change.change().current();
		}
		else if (effect instanceof Effect.Grant grant) {
			begin(grant);
		}
		else if (effect instanceof Effect.Noted noted && noted.token() == this.token) {
			this.noted = bid(noted.values());
		}
		else if (effect instanceof Effect.Revoke) {
			this.draining = true;
			reportEnd();
		}
		else if (effect instanceof Effect.Interrupt) {
			this.calls = 0;
			reportEnd();
		}
	}

	private void begin(Effect.Grant grant) {
		this.token = grant.token();
		this.noted = bid(grant.checkpoints().values());
		this.requests = 0;
		this.calls = 0;
		this.draining = false;
		this.instance.simulation.checks.granted(this.key, this.instance);
		callLater(grant.token());
	}

	private static long bid(Map<String, String> notes) {
		return Long.parseLong(notes.getOrDefault(Distribution.CONCEDED, "0"));
	}

	private void callLater(long token) {
		long longest = this.instance.simulation.scenario.longestCall;
		this.instance.later(1 + this.random.nextLong(longest), () -> {
			if (token == this.token && !this.draining && leads()) {
				this.calls++;
				this.instance.later(1 + this.random.nextLong(longest), () -> {
					if (token == this.token && this.calls > 0) {
						this.calls--;
						reportEnd();
					}
				});
			}
			if (token == this.token && !this.draining) {
				callLater(token);
			}
		});
	}

	private void reportEnd() {
		if (this.draining && this.calls == 0) {
			long token = this.token;
			this.instance.later(1, () -> step(new Input.WorkEnded(token)));
		}
	}

	// The bid

	private void stepBid(Input input) {
		this.instance.simulation.stepped();
		this.bidding.on(input, this.instance.moment());
		sendBid();
	}

	void sendBid() {
		for (Effect.Send<?> send = this.bidding.nextSend(); send != null; send = this.bidding.nextSend()) {
			this.instance.send(send);
		}
		this.bidWake.set(this.bidding.wakeIn(this.instance.moment()), () -> stepBid(new Input.Tick()));
	}

	@Override
	public Bidding bidding() {
		return this.bidding;
	}

	@Override
	public Standing standing() {
		return this.machine.standing();
	}

	@Override
	public @Nullable Leader leader() {
		return this.leader;
	}

	@Override
	public long noted() {
		return leads() ? this.instance.simulation.seams.noted(this.noted, this.wanted) : 0;
	}

	@Override
	public void note(long bid) {
		this.wanted = bid;
		step(new Input.Note(this.token, ++this.requests, Map.of(Distribution.CONCEDED, Long.toString(bid))));
	}

	@Override
	public boolean handOver(TransitionCause cause) {
		DistributionSimulation simulation = this.instance.simulation;
		if (this.calls > 0 && simulation.seams.waitsForWork()) {
			return false;
		}
		Leader bidder = this.bidding.bidder().orElseThrow();
		simulation.checks.conceded(this.key, this.instance, bidder, cause, this.calls);
		step(new Input.StepDown(simulation.seams.away(simulation.scenario.timing.lease()), cause));
		return true;
	}

	@Override
	public void othersFirst(boolean first) {
		if (first != this.othersFirst) {
			this.othersFirst = first;
			step(new Input.OthersFirst(first));
		}
	}

	@Override
	public void report(String problem) {
		this.instance.simulation.trace("%s %s: %s", this.instance.name(), this.key, problem);
	}

}
