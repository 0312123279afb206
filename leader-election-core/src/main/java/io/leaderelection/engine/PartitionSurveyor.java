/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.ElectionTiming;
import io.leaderelection.protocol.PartitionSurvey;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.time.Moment;
import org.jspecify.annotations.Nullable;

/**
 * Observes all records of a divided election for a {@link PartitionSurvey}. Used only by
 * the loop.
 */
final class PartitionSurveyor implements Contender {

	private final CandidateProfile profile;

	private final ElectionLoop loop;

	private final PartitionSurvey survey;

	/** Run after each look in which nobody else was found. */
	private final Runnable whenLooked;

	private final Consumer<@Nullable String> whenDone;

	private final Set<Effect.Send<?>> flights = new HashSet<>();

	private final long retryInterval;

	private final long giveUpAt;

	private long sends;

	private long wakeAt;

	/**
	 * Begins to observe.
	 * @param partitions the largest number of partitions that the election may have
	 * @param whenLooked run after each look in which no other user was found
	 * @param whenDone receives who uses the election or why this is unknown, or
	 * {@code null} if nobody has used it for a lease
	 */
	PartitionSurveyor(CandidateProfile profile, int partitions, ElectionLoop loop, Runnable whenLooked,
			Consumer<@Nullable String> whenDone) {
		this.profile = profile;
		this.loop = loop;
		this.whenLooked = whenLooked;
		this.whenDone = whenDone;
		this.survey = new PartitionSurvey(profile.key(), partitions, profile.candidate().get(),
				profile.timing().lease(), profile.traits().clock() == StoreTraits.Clock.OBSERVER);
		ElectionTiming timing = profile.timing();
		this.retryInterval = timing.retryInterval().toNanos();
		long now = loop.time().ticker().nanos();
		this.giveUpAt = now + timing.drainTimeout().toNanos() + 2 * timing.lease().toNanos()
				+ 3 * timing.operationTimeout().toNanos();
		this.wakeAt = now;
		loop.add(this);
		loop.wakeAt(now);
	}

	@Override
	public String name() {
		return this.profile.key().election() + " (survey)";
	}

	@Override
	public long wakeAt() {
		return this.wakeAt;
	}

	@Override
	public boolean hasTerm() {
		return false;
	}

	@Override
	public void tryAgain() {
		// Woken soon anyway
	}

	@Override
	public void wake(Moment now) {
		if (now.ticker() - this.giveUpAt >= 0) {
			end("the store did not answer in time, or work on a partition has not ended here");
			return;
		}
		// Repeats all, also the unanswered ones
		this.flights.clear();
		this.wakeAt = now.ticker() + Math.max(this.retryInterval, this.profile.timing().operationTimeout().toNanos());
		for (ElectionKey record : this.survey.look(now)) {
			Effect.Send<Observe> send = new Effect.Send<>(++this.sends, now,
					this.profile.timing().operationTimeout().toNanos(), new Observe(record));
			this.flights.add(send);
			this.loop.store().send(this, send);
		}
		this.loop.wakeAt(this.wakeAt);
	}

	@Override
	public boolean answered(Effect.Send<?> send, Outcome outcome, boolean ofStore) {
		if (this.flights.remove(send)) {
			this.survey.observed(send.command().key(), outcome);
			String user = this.survey.user();
			if (user != null || this.survey.isComplete()) {
				end(user);
			}
			else if (this.flights.isEmpty()) {
				this.wakeAt = Math.min(this.wakeAt, send.sent().ticker() + this.retryInterval);
				this.loop.wakeAt(this.wakeAt);
				if (this.survey.hasLooked()) {
					this.whenLooked.run();
				}
			}
		}
		return true;
	}

	/**
	 * Ends the survey.
	 * @param reason who uses the election or why this is unknown, or {@code null} if
	 * nobody has used it
	 */
	void end(@Nullable String reason) {
		this.flights.clear();
		this.wakeAt = this.loop.time().ticker().nanos() + ElectionLoop.FAR;
		this.loop.remove(this);
		this.whenDone.accept(reason);
	}

}
