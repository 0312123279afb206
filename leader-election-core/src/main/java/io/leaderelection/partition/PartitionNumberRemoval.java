/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.leaderelection.Leader;
import io.leaderelection.Leadership;
import io.leaderelection.engine.Actor;
import io.leaderelection.engine.Election;
import io.leaderelection.engine.ElectionLoop;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Observe;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.Moment;
import io.leaderelection.work.LibraryNotes;
import org.jspecify.annotations.Nullable;

/**
 * Removes the number of partitions of an election, or replaces a different one: observes
 * all records until nobody else has used the election for a lease, withdraws from the
 * partitions meanwhile, so that another instance that runs acquires them, and then writes
 * the record. Used only by the loop.
 */
final class PartitionNumberRemoval extends Actor {

	private final CandidateProfile profile;

	private final Group group;

	private final Election keeper;

	private final CompletableFuture<Void> done;

	private final PartitionSurvey survey;

	private final Set<Effect.Send<?>> flights = new HashSet<>();

	private final long retryInterval;

	private final long giveUpAt;

	private long sends;

	/** When to observe again, until the survey is over. */
	private long lookAt;

	private Phase phase = Phase.SURVEY;

	/**
	 * Creates a removal, which begins with its first {@link #wake}.
	 * @param partitions the largest number of partitions that the election may have
	 * @param done completed on another thread when it is known what became of the number
	 */
	PartitionNumberRemoval(CandidateProfile profile, int partitions, ElectionLoop loop, Group group, Election keeper,
			CompletableFuture<Void> done) {
		super(loop, "The survey of election '" + profile.key().election() + "'");
		this.profile = profile;
		this.group = group;
		this.keeper = keeper;
		this.done = done;
		this.survey = new PartitionSurvey(profile.key(), partitions, profile.candidate().get(),
				profile.timing().lease(), profile.traits().clock() == StoreTraits.Clock.OBSERVER);
		ElectionTiming timing = profile.timing();
		this.retryInterval = timing.retryInterval().toNanos();
		Moment now = loop().time().now();
		this.giveUpAt = now.ticker() + timing.drainTimeout().toNanos() + 2 * timing.lease().toNanos()
				+ 3 * timing.operationTimeout().toNanos();
		this.lookAt = now.ticker();
		loop().add(this);
	}

	/** Whether the own partitions are given up. */
	boolean isWithdrawn() {
		return this.phase == Phase.WITHDRAWN || this.phase == Phase.REMOVAL;
	}

	/** Whether the number is being removed, so that it must not be written. */
	boolean isRemoving() {
		return this.phase == Phase.REMOVAL;
	}

	private boolean isSurveying() {
		return this.phase == Phase.SURVEY || this.phase == Phase.WITHDRAWN;
	}

	@Override
	public void look() {
		// It is woken when it is due
	}

	@Override
	protected void on(Input input, Moment now) {
		if (!isSurveying()) {
			return;
		}
		if (input instanceof Input.Answer answer && this.flights.remove(answer.send())) {
			observed(answer);
		}
		else if (now.ticker() - this.giveUpAt >= 0) {
			end("the store did not answer in time, or work on a partition has not ended here");
		}
		else if (now.ticker() - this.lookAt >= 0) {
			// Repeats all, also the unanswered ones
			this.flights.clear();
			this.lookAt = now.ticker()
					+ Math.max(this.retryInterval, this.profile.timing().operationTimeout().toNanos());
			for (ElectionKey record : this.survey.look(now)) {
				Effect.Send<Observe> send = new Effect.Send<>(++this.sends, now,
						this.profile.timing().operationTimeout().toNanos(), new Observe(record));
				this.flights.add(send);
				send(send);
			}
		}
	}

	private void observed(Input.Answer answer) {
		this.survey.observed(answer.send().command().key(), answer.outcome());
		String user = this.survey.user();
		if (user != null || this.survey.isComplete()) {
			end(user);
		}
		else if (this.flights.isEmpty()) {
			this.lookAt = Math.min(this.lookAt, answer.send().sent().ticker() + this.retryInterval);
			if (this.survey.hasLooked()) {
				this.phase = Phase.WITHDRAWN;
				this.group.apply();
			}
		}
	}

	@Override
	protected long wakeIn(Moment now) {
		return isSurveying() ? Math.max(0, this.lookAt - now.ticker()) : ElectionLoop.FAR;
	}

	@Override
	protected void crashed(Throwable thrown) {
		loop().log().error("Election '{}': the survey of its partitions failed", this.group.name(), thrown);
		if (isSurveying()) {
			end("the survey failed: " + thrown);
		}
	}

	/**
	 * Ends the survey.
	 * @param reason who uses the election or why this is unknown, or {@code null} if
	 * nobody has used it
	 */
	void end(@Nullable String reason) {
		if (this.phase == Phase.REPLACEMENT) {
			this.group.agreement().replace(false);
		}
		this.phase = Phase.OVER;
		loop().remove(this);
		Leadership term = this.keeper.view().leadership().orElse(null);
		if (reason != null) {
			over("The number of partitions of election '" + this.group.name() + "' was not removed: " + reason
					+ ". Stop the instances that have that number, and try again", null);
		}
		else if (term != null) {
			remove(term);
		}
		else if (this.group.problem() != null) {
			replace();
		}
		else {
			over(this.group.notHere(this.keeper.view().leader().orElse(null)), null);
		}
	}

	@SuppressWarnings("FutureReturnValueIgnored") // the outcome is passed on
	private void remove(Leadership term) {
		this.phase = Phase.REMOVAL;
		LibraryNotes.of(term).forget(null).whenComplete((written, failure) -> loop().soon(() -> {
			if (failure == null) {
				this.group.agreement().forget();
			}
			over((failure != null) ? "Whether the number of partitions was removed is unknown: " + failure.getMessage()
					: null, failure);
		}));
	}

	private void replace() {
		this.phase = Phase.REPLACEMENT;
		this.group.agreement().replace(true);
		this.group.apply();
		loop().later(this.profile.timing().operationTimeout().multipliedBy(3), this::replaced);
	}

	/** The number in the store is that of this instance. */
	void agreed() {
		if (this.phase == Phase.REPLACEMENT) {
			replaced();
		}
	}

	private void replaced() {
		if (this.phase == Phase.REPLACEMENT) {
			this.phase = Phase.OVER;
			boolean agreed = this.group.agreement().isAgreed();
			this.group.agreement().replace(false);
			over(agreed ? null : "Election '" + this.group.name()
					+ "' was not granted in time, so the store still has the other number of partitions. Stop the "
					+ "instances that have that number, and try again", null);
		}
	}

	private void over(@Nullable String problem, @Nullable Throwable cause) {
		this.group.removed();
		this.keeper.complete(() -> {
			if (problem == null) {
				this.done.complete(null);
			}
			else {
				this.done.completeExceptionally(new IllegalStateException(problem, cause));
			}
		});
	}

	private enum Phase {

		/** All records are observed, again and again. */
		SURVEY,

		/** So they are, and the own partitions are given up. */
		WITHDRAWN,

		/**
		 * The number is being removed. The partitions stay given up until it is known.
		 */
		REMOVAL,

		/** The own number replaces a different one. */
		REPLACEMENT,

		OVER

	}

	/** The partitions of the election. */
	interface Group {

		String name();

		/** Why this instance contends for no partition, or {@code null}. */
		@Nullable String problem();

		/** Says who keeps the number. */
		String notHere(@Nullable Leader leader);

		PartitionAgreement agreement();

		/** Makes candidates contend or pause, as this removal requires by now. */
		void apply();

		/** The removal is over. */
		void removed();

	}

}
