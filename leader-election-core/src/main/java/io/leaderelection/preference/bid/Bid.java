/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionStateMachine;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The bid for an election: an ordinary lease on a second record, whose owner prefers to
 * lead the election. An instance that does not bid is paused in it, and observes.
 */
final class Bid {

	private final CandidateProfile profile;

	private ElectionStateMachine machine;

	private final BidSighting sighting;

	private final Deque<Effect.Send<?>> sends = new ArrayDeque<>();

	private @Nullable Leader bidder;

	/**
	 * The token of an own bid that ends, until the state machine knows that no work is
	 * bound to it; 0 for none.
	 */
	private long revoked;

	private boolean begun;

	private long origin;

	Bid(CandidateProfile election) {
		this.profile = new CandidateProfile(election.key().bid(), election.candidate(), timing(election.timing()),
				election.traits(), election.entropy(), election.metadata());
		this.machine = new ElectionStateMachine(this.profile);
		this.sighting = new BidSighting(election.timing());
	}

	/**
	 * Returns the timing of a bid. It is renewed as often as others observe it, so that
	 * they soon see that the bidder is alive. It polls less often than the election,
	 * because all bids are also observed together.
	 */
	private static ElectionTiming timing(ElectionTiming timing) {
		Duration look = timing.retryInterval();
		Duration renew = (look.compareTo(timing.renewInterval()) < 0) ? look : timing.renewInterval();
		return new ElectionTiming(timing.lease(), renew, timing.operationTimeout(), timing.safetyMargin(),
				look.multipliedBy(2), timing.drainTimeout(), timing.coolDown());
	}

	/** Forgets everything, because a step has thrown. An own bid runs out. */
	void startAnew(Moment now) {
		this.machine = this.machine.startAnew(now, this.profile.timing().lease().toNanos());
		this.sends.clear();
		this.bidder = null;
		this.revoked = 0;
	}

	/** Observes who bids, unless this instance does. */
	void look(Moment now) {
		on(new Input.Notified(), now);
	}

	String election() {
		return this.profile.key().election();
	}

	/** Nanoseconds since the first use. */
	long at(Moment moment) {
		if (!this.begun) {
			this.begun = true;
			this.origin = moment.ticker();
		}
		return moment.ticker() - this.origin;
	}

	void on(Input input, Moment now) {
		long at = at(now);
		if (input instanceof Input.Answer answer && answer.outcome() instanceof Outcome.Leased leased
				&& leased.isOfCandidate() && !isSelf(leased.candidate())) {
			this.sighting.leased(leased, at(answer.send().sent()), at);
		}
		for (Effect effect : this.machine.on(input, now)) {
			if (effect instanceof Effect.Send<?> send) {
				this.sends.add(send);
			}
			else if (effect instanceof Effect.ChangeLeader change) {
				this.bidder = change.change().current();
			}
			else if (effect instanceof Effect.Revoke revoke) {
				this.revoked = revoke.token();
			}
		}
		if (this.revoked != 0) {
			// No work is bound to a bid
			Input ended = new Input.WorkEnded(this.revoked);
			this.revoked = 0;
			on(ended, now);
		}
	}

	void observe(Moment now) {
		on(new Input.Pause(TransitionCause.PAUSED), now);
	}

	void contend(Moment now) {
		on(new Input.Resume(TransitionCause.PAUSED), now);
	}

	Effect.@Nullable Send<?> nextSend() {
		return this.sends.poll();
	}

	long wakeIn(Moment now) {
		return this.machine.wakeIn(now);
	}

	boolean isOwned() {
		return this.machine.standing().state() == ElectionState.LEADER;
	}

	boolean isQuiet() {
		return this.machine.quiet();
	}

	boolean isSettled() {
		return this.machine.settled();
	}

	/** The bidder, which may be this instance. */
	@Nullable Leader bidder() {
		return this.bidder;
	}

	/** The bidder, if it is another instance. */
	@Nullable Leader other() {
		Leader bidder = this.bidder;
		return (bidder != null && !isSelf(bidder.id())) ? bidder : null;
	}

	boolean isSelf(String candidate) {
		return candidate.equals(this.profile.candidate().get());
	}

	boolean isBelieved(Leader bidder, Moment now) {
		return this.sighting.isBelieved(bidder.fencingToken(), at(now));
	}

	boolean isKnown(Moment now) {
		return this.sighting.isKnown(at(now));
	}

}
