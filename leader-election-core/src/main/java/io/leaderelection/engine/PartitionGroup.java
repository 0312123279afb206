/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.leaderelection.TransitionCause;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.protocol.PartitionAgreement;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.time.Moment;
import io.leaderelection.work.LibraryNotes;
import io.leaderelection.work.SafeLogger;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of an election. Observes the number of partitions on record, and
 * contends for none of them until that is known to be the own number. Used only by the
 * loop, unless stated otherwise.
 */
final class PartitionGroup implements PartitionedElection, Contender, LeadershipListener {

	private static final SafeLogger logger = new SafeLogger(LeaderElection.class);

	private final CandidateProfile profile;

	private final ElectionLoop loop;

	private final List<ElectionCandidate> partitions;

	/**
	 * The candidate in the election itself, whose leader keeps the number of partitions.
	 * {@code null} in an engine that uses no store, which contends for all partitions.
	 */
	private final @Nullable ElectionCandidate keeper;

	private PartitionAgreement agreement;

	/** Whether to observe the record. Set by any thread. */
	private volatile boolean running;

	/** Whether a start is still to be processed. */
	private volatile boolean starting;

	private Effect.@Nullable Send<Observe> flight;

	private long sends;

	/** The term in which the number was written, or 0. */
	private long writtenIn;

	private boolean contending;

	private boolean keeping;

	private @Nullable CompletableFuture<Void> replacement;

	private volatile @Nullable String problem;

	/** Looks whether others use the partitions, before the number is removed. */
	private @Nullable PartitionSurveyor surveyor;

	/** Whether the partitions are given up to see whether others acquire them. */
	private boolean withdrawn;

	/** Whether the number is being removed, so that it must not be written. */
	private volatile boolean forgetting;

	private long wakeAt;

	PartitionGroup(CandidateProfile profile, ElectionLoop loop, List<ElectionCandidate> partitions,
			@Nullable ElectionCandidate keeper) {
		this.profile = profile;
		this.loop = loop;
		this.partitions = partitions;
		this.keeper = keeper;
		this.agreement = agreement();
		this.wakeAt = this.loop.time().ticker().nanos() + ElectionLoop.FAR;
		loop.add(this);
	}

	private PartitionAgreement agreement() {
		return new PartitionAgreement(this.partitions.size(), this.profile.timing().retryInterval(),
				this.loop.time().now());
	}

	// On any thread

	@Override
	public String name() {
		return this.profile.key().election();
	}

	@Override
	public List<LeaderElection> partitions() {
		return List.copyOf(this.partitions);
	}

	@Override
	public @Nullable String problem() {
		return this.problem;
	}

	/** Called before candidates contend. */
	void begin() {
		if (this.keeper != null) {
			request(this.partitions, false);
			request(List.of(this.keeper), false);
			this.starting = true;
			this.running = true;
			this.loop.executeSoon(this::tryAgain);
		}
	}

	void end() {
		this.running = false;
		this.loop.executeSoon(() -> {
			PartitionSurveyor surveyor = this.surveyor;
			if (surveyor != null) {
				surveyor.end("this instance stopped contending");
			}
		});
	}

	/** A term of the keeper has begun. */
	@Override
	public void granted(Leadership term) {
		this.loop.executeSoon(this::look);
	}

	@Override
	public CompletionStage<Void> forgetNumber() {
		CompletableFuture<Void> done = new CompletableFuture<>();
		ElectionCandidate keeper = this.keeper;
		if (keeper == null) {
			done.completeExceptionally(new IllegalStateException(notHere(null)));
		}
		else {
			this.loop.execute(() -> survey(keeper, done));
		}
		return done;
	}

	private String notHere(@Nullable Leader leader) {
		return (leader != null)
				? "The number of partitions of election '" + name() + "' is kept by instance " + leader.id()
						+ ". Send the request there, or stop the instances that have that number"
				: "This instance does not keep the number of partitions of election '" + name() + "'";
	}

	private void forgotten(CompletableFuture<Void> done, @Nullable Throwable failure) {
		this.loop.executeSoon(() -> {
			if (failure == null) {
				this.agreement.forget();
			}
			this.forgetting = false;
			this.withdrawn = false;
			look();
		});
		if (failure == null) {
			done.complete(null);
		}
		else {
			done.completeExceptionally(new IllegalStateException(
					"Whether the number of partitions was removed is unknown: " + failure.getMessage(), failure));
		}
	}

	// On the loop from here

	/** Removes the number if nobody else uses the partitions for a lease. */
	private void survey(ElectionCandidate keeper, CompletableFuture<Void> done) {
		boolean keeps = keeper.leadership().isPresent();
		Leader leader = keeper.leader().orElse(null);
		if (!keeps && (leader != null || this.problem == null)) {
			fail(keeper, done, notHere(leader));
		}
		else if (!this.running || this.surveyor != null) {
			fail(keeper, done, "Election '" + name() + "' " + (this.running
					? "is being observed already, because of an earlier request" : "is not contended for"));
		}
		else {
			this.surveyor = new PartitionSurveyor(this.profile, mostPartitions(), this.loop, this::withdraw,
					(use) -> surveyed(keeper, done, use));
		}
	}

	private static void fail(ElectionCandidate keeper, CompletableFuture<Void> done, String problem) {
		keeper.complete(() -> done.completeExceptionally(new IllegalStateException(problem)));
	}

	/** Returns the larger of the own number of partitions and the noted one. */
	private int mostPartitions() {
		String noted = this.agreement.different();
		int other = (noted != null && isNumber(noted)) ? Math.min(Integer.parseInt(noted), Partition.MAX_PARTITIONS)
				: 0;
		return Math.max(other, this.partitions.size());
	}

	/** Gives up the own partitions, so that another instance that runs acquires them. */
	private void withdraw() {
		this.withdrawn = true;
		apply();
	}

	private void surveyed(ElectionCandidate keeper, CompletableFuture<Void> done, @Nullable String use) {
		this.surveyor = null;
		Leadership term = keeper.leadership().orElse(null);
		this.withdrawn = false;
		if (use != null) {
			fail(keeper, done, "The number of partitions of election '" + name() + "' was not removed: " + use
					+ ". Stop the instances that have that number, and try again");
		}
		else if (term != null) {
			CompletionStage<Void> removal = LibraryNotes.of(term).forget(null);
			this.forgetting = true;
			// Until it is known whether the number is removed
			this.withdrawn = true;
			removal.whenComplete((written, failure) -> forgotten(done, failure));
		}
		else if (this.problem != null) {
			replace(done);
		}
		else {
			fail(keeper, done, notHere(keeper.leader().orElse(null)));
		}
		apply();
	}

	private void replace(CompletableFuture<Void> done) {
		this.replacement = done;
		this.agreement.replace(true);
		apply();
		this.loop.scheduleSoon(this.profile.timing().operationTimeout().multipliedBy(3), () -> {
			replaced(done);
			apply();
		});
	}

	private void replaced(CompletableFuture<Void> done) {
		if (done.isDone() || this.keeper == null) {
			return;
		}
		boolean agreed = this.agreement.isAgreed();
		this.agreement.replace(false);
		this.keeper.complete(() -> {
			if (agreed) {
				done.complete(null);
			}
			else {
				done.completeExceptionally(new IllegalStateException("Election '" + name()
						+ "' was not granted in time, so the store still has the other number of partitions. Stop the "
						+ "instances that have that number, and try again"));
			}
		});
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
		ElectionCandidate keeper = this.keeper;
		if (this.starting && keeper != null) {
			// Again, after the last requests of the former run
			request(this.partitions, false);
			request(List.of(keeper), false);
			this.agreement = agreement();
			this.flight = null;
			this.contending = false;
			this.keeping = false;
			this.withdrawn = false;
			this.writtenIn = 0;
			this.starting = false;
			wake(this.loop.time().now());
		}
	}

	private void look() {
		this.agreement.lookAgain(this.loop.time().now());
		wake(this.loop.time().now());
	}

	@Override
	public void wake(Moment now) {
		this.wakeAt = now.ticker() + (this.running ? ElectionLoop.HEARTBEAT.toNanos() : ElectionLoop.FAR);
		if (!this.running) {
			return;
		}
		Effect.Send<Observe> flight = this.flight;
		if (flight != null && now.ticker() - flight.sent().ticker() >= flight.timeout()) {
			answered(flight, new Outcome.Unknown(new TimeoutException("No answer in time")), false);
		}
		if (this.flight == null && this.agreement.lookIn(now) == 0) {
			Effect.Send<Observe> send = new Effect.Send<>(++this.sends, now,
					this.profile.timing().operationTimeout().toNanos(), new Observe(this.profile.key()));
			this.flight = send;
			this.loop.store().send(this, send);
		}
		apply();
	}

	@Override
	public boolean answered(Effect.Send<?> send, Outcome outcome, boolean ofStore) {
		if (send.equals(this.flight)) {
			this.flight = null;
			Moment now = this.loop.time().now();
			Checkpoints found = (outcome instanceof Outcome.Leased leased) ? leased.checkpoints()
					: (outcome instanceof Outcome.Free free) ? free.checkpoints() : null;
			if (found != null) {
				this.agreement.observed(found, now);
			}
			else {
				this.agreement.unanswered(now);
			}
			apply();
		}
		return true;
	}

	/** Makes candidates contend or pause, as the agreement requires by now. */
	private void apply() {
		ElectionCandidate keeper = Objects.requireNonNull(this.keeper);
		boolean agreed = this.agreement.isAgreed();
		boolean contends = agreed && !this.withdrawn;
		if (contends != this.contending) {
			request(this.partitions, contends);
			this.contending = contends;
		}
		boolean keeps = this.agreement.isKeeper();
		if (keeps != this.keeping) {
			request(List.of(keeper), keeps);
			this.keeping = keeps;
		}
		keeper.leadership().ifPresent(this::write);
		noteProblem(agreed);
		if (agreed && this.replacement != null) {
			replaced(this.replacement);
			this.replacement = null;
		}
		Moment now = this.loop.time().now();
		this.wakeAt = now.ticker()
				+ ((this.flight != null) ? this.flight.timeout() : Math.max(1, this.agreement.lookIn(now)));
		this.loop.wakeAt(this.wakeAt);
	}

	private void request(List<ElectionCandidate> candidates, boolean contend) {
		TransitionCause cause = TransitionCause.PARTITIONS_UNCONFIRMED;
		candidates
			.forEach((candidate) -> candidate.request(contend ? new Input.Resume(cause) : new Input.Pause(cause)));
		this.loop.executeSoon(() -> candidates.forEach(ElectionCandidate::processRequests));
	}

	private void write(Leadership term) {
		LibraryNotes notes = LibraryNotes.of(term);
		String found;
		try {
			found = notes.notes().get(PartitionAgreement.CHECKPOINT);
		}
		catch (IllegalStateException ex) {
			found = String.valueOf(ex.getMessage());
		}
		if (this.forgetting || this.writtenIn == term.fencingToken() || !this.agreement.writes(found)) {
			return;
		}
		this.writtenIn = term.fencingToken();
		if (found != null) {
			notes.forget(null);
		}
		notes.note(PartitionAgreement.CHECKPOINT, String.valueOf(this.partitions.size()))
			.whenComplete((written, failure) -> this.loop.executeSoon(this::look));
	}

	private void noteProblem(boolean agreed) {
		String found = this.agreement.different();
		String before = this.problem;
		String problem = (found != null) ? problem(found) : null;
		if (!Objects.equals(problem, before)) {
			this.problem = problem;
			if (problem != null) {
				logger.warn("{}", problem);
			}
			else if (agreed) {
				logger.info("Election '{}' has {} partitions, as configured", name(), this.partitions.size());
			}
		}
	}

	private String problem(String found) {
		boolean number = isNumber(found);
		return "Election '" + name() + "' has " + this.partitions.size() + " partitions here, but "
				+ (number ? found : "something that is not a number")
				+ " is noted in the store. So this instance contends for none of them. Remedy: configure the noted "
				+ "number; or use another name for the election; or stop all instances with the noted number, then "
				+ "POST /actuator/leader/" + name() + " {\"action\": \"FORGET\", \"checkpoint\": \"partitions\"} here";
	}

	private static boolean isNumber(String text) {
		return !text.isEmpty() && text.length() <= 5 && text.chars().allMatch((c) -> c >= '0' && c <= '9');
	}

}
