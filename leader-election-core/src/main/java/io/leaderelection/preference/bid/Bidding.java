/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.util.Optional;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.Partition;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionProtocol;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.Preference;
import io.leaderelection.protocol.Standing;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * The bid for one election, as this instance observes and makes it. {@link Distribution}
 * decides when it bids.
 */
public final class Bidding {

	private static final long NEVER = ElectionProtocol.NEVER;

	private final Preference preference;

	private final String group;

	private final Bid bid;

	private final long lookInterval;

	/** The state of this instance in the election. */
	private Standing standing = Standing.NONE;

	private boolean leads;

	/** The leader, if it is another instance. */
	private @Nullable Leader other;

	private long otherSince = NEVER;

	private long contendingSince = NEVER;

	private final Restraint restraint;

	private final OwnBid own;

	private final Conceding conceding;

	/**
	 * Creates a bidding that is not started.
	 * @param election the candidate in the election itself
	 * @param preference the preference of this instance
	 */
	public Bidding(CandidateProfile election, Preference preference) {
		ElectionTiming timing = election.timing();
		this.preference = preference;
		Partition partition = Partition.parse(election.key().election());
		this.group = (partition != null) ? partition.election() : "";
		this.bid = new Bid(election);
		this.lookInterval = timing.retryInterval().toNanos();
		long patience = 2 * timing.operationTimeout().toNanos();
		BackOff backOff = new BackOff(Math.max(preference.preemptAfter().toNanos(), this.lookInterval));
		this.restraint = new Restraint(backOff);
		this.own = new OwnBid(patience, backOff);
		this.conceding = new Conceding(patience, new Concession(10 * timing.renewInterval().toNanos()));
	}

	/**
	 * Returns the preference of this instance.
	 * @return the preference
	 */
	public Preference preference() {
		return this.preference;
	}

	/**
	 * Returns the group of elections in which this one is spread evenly.
	 * @return the name of the divided election of a partition, otherwise an empty text
	 */
	public String group() {
		return this.group;
	}

	/**
	 * Returns the known bidder.
	 * @return the bidder, this instance or another, with the token of its bid, or empty
	 */
	public Optional<Leader> bidder() {
		return Optional.ofNullable(this.bid.bidder());
	}

	/**
	 * Returns whether this instance owns the bid.
	 * @return whether it bids
	 */
	public boolean isOwned() {
		return this.bid.isOwned();
	}

	// Inputs: after each, the commands to send are taken

	/**
	 * Observes the bid from now on.
	 * @param now both clocks
	 */
	public void start(Moment now) {
		if (!this.own.isWanted()) {
			this.bid.observe(now);
		}
		this.bid.on(new Input.Start(), now);
	}

	/**
	 * Releases an own bid and stops observing.
	 * @param now both clocks
	 */
	public void stop(Moment now) {
		this.own.end();
		this.bid.on(new Input.Stop(), now);
	}

	/**
	 * Starts anew after a step has thrown: stopped, and without a bid.
	 * @param now both clocks
	 */
	public void startAnew(Moment now) {
		this.own.end();
		this.bid.startAnew(now);
	}

	/**
	 * Processes an answer of the store, or the time.
	 * @param input an {@link Input.Answer} or {@link Input.Tick}
	 * @param now both clocks
	 */
	public void on(Input input, Moment now) {
		this.bid.on(input, now);
	}

	/**
	 * Takes a command that is to be sent to the store.
	 * @return the commands in order, each once, then {@code null}
	 */
	public Effect.@Nullable Send<?> nextSend() {
		return this.bid.nextSend();
	}

	/**
	 * Returns how long until the bid has to act without an input.
	 * @param now both clocks
	 * @return nanoseconds, 0 if an {@link Input.Tick} is overdue, or
	 * {@link ElectionProtocol#NEVER}
	 */
	public long wakeIn(Moment now) {
		return this.bid.wakeIn(now);
	}

	/**
	 * Returns whether no bid is being released.
	 * @return whether nothing is left to release or undo
	 */
	public boolean isQuiet() {
		return this.bid.isQuiet();
	}

	/**
	 * Returns whether a stopped bid owns nothing in the store, so that it can be
	 * discarded.
	 * @return whether it can be discarded
	 */
	public boolean isSettled() {
		return this.bid.isSettled();
	}

	/**
	 * Prevents bids after this instance stepped down for its own reasons, such as its
	 * tenure, until another instance has led for {@code preempt-after}. This time doubles
	 * with each such handover within an hour.
	 * @param now both clocks
	 */
	public void gaveUp(Moment now) {
		this.restraint.gaveUp(this.bid.at(now));
	}

	// For the distribution

	/** Updates the state of the election. */
	void see(Standing standing, @Nullable Leader leader, Moment now) {
		long at = this.bid.at(now);
		this.standing = standing;
		this.leads = standing.leads(now.ticker(), now.wall());
		this.other = (leader != null && !this.bid.isSelf(leader.id())) ? leader : null;
		this.otherSince = (this.other == null) ? NEVER : Math.min(this.otherSince, at);
		this.contendingSince = contendingSince(standing.state(), at);
		this.restraint.see(this.leads, this.otherSince, at);
		this.conceding.see(this.leads || this.other != null, at);
	}

	private long contendingSince(ElectionState state, long at) {
		return switch (state) {
			case PAUSED, STOPPED -> NEVER;
			case DRAINING -> this.contendingSince;
			default -> Math.min(this.contendingSince, at);
		};
	}

	/** Returns how often to observe who bids, in nanoseconds. */
	long lookInterval() {
		return this.lookInterval;
	}

	Standing standing() {
		return this.standing;
	}

	boolean leads() {
		return this.leads;
	}

	/** Returns whether nobody leads until the end of a suspension. */
	boolean isSuspended() {
		return this.standing.state() == ElectionState.SUSPENDED || this.standing.suspended() != null;
	}

	/** The leader, if it is another instance. */
	@Nullable Leader other() {
		return this.other;
	}

	Bid bid() {
		return this.bid;
	}

	Concession concession() {
		return this.conceding.concession();
	}

	/** The bidder to which this instance has just handed over, or {@code null}. */
	@Nullable Leader concededTo() {
		return this.conceding.to();
	}

	void conceded(Leader bidder, Moment now) {
		this.conceding.made(bidder, this.bid.at(now));
	}

	/** Returns whether this instance bids, or is about to. */
	boolean isWanted() {
		return this.own.isWanted();
	}

	/** Returns whether this instance bids for an election that is free. */
	boolean isVacated() {
		return this.own.isVacated();
	}

	/** Returns whether this instance has contended for long enough to bid. */
	boolean mayBid(Moment now) {
		long at = this.bid.at(now);
		return this.standing.state() == ElectionState.FOLLOWER && !isSuspended() && this.other != null
				&& this.bid.other() == null && this.own.mayBegin(at) && this.contendingSince != NEVER
				&& at - this.contendingSince >= this.preference.preemptAfter().toNanos() && !this.restraint.waits();
	}

	/** Begins a bid, unless there is one. */
	void want(Leader leader, Moment now) {
		if (this.own.begin(leader.fencingToken())) {
			this.bid.contend(now);
		}
	}

	/** Releases the bid, if there is one. */
	void withdraw(Moment now) {
		if (this.own.end()) {
			this.bid.observe(now);
		}
	}

	/**
	 * Ends a bid if this instance leads, does not contend any more, the election is
	 * suspended, another instance bid first, or the election was free and this instance
	 * did not acquire it.
	 */
	void settle(Moment now) {
		if (!this.own.isWanted()) {
			return;
		}
		long at = this.bid.at(now);
		this.own.see(this.other, at);
		if (this.leads) {
			this.own.succeeded();
			withdraw(now);
		}
		else if (this.contendingSince == NEVER || isSuspended() || this.restraint.waits() || this.bid.other() != null) {
			withdraw(now);
		}
		else if (this.own.isInVain(at)) {
			this.own.failed(at);
			withdraw(now);
		}
	}

}
