/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

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
import org.jspecify.annotations.Nullable;

/**
 * The partitions of an election. Observes the number of partitions on record, and
 * contends for none of them until that is known to be the own number. The number may be
 * removed while this instance is cut off from the store or stopped. After that it
 * contends only for the partitions that it still leads, until it has observed the number
 * again. Used only by the loop, unless stated otherwise.
 */
final class PartitionGroup extends Actor
		implements PartitionedElection, LeadershipListener, PartitionNumberRemoval.Group {

	private final CandidateProfile profile;

	private final List<Election> partitions;

	/**
	 * The election itself, whose leader keeps the number of partitions. {@code null} in
	 * an engine that uses no store, which contends for all partitions.
	 */
	private final @Nullable Election keeper;

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

	/** Whether the number has to be observed again before this instance contends. */
	private boolean rechecking;

	private volatile @Nullable String problem;

	/** Removes the number, on request. */
	private @Nullable PartitionNumberRemoval removal;

	PartitionGroup(CandidateProfile profile, ElectionLoop loop, List<Election> partitions, @Nullable Election keeper) {
		super(loop, "The number of partitions of election '" + profile.key().election() + "'");
		this.profile = profile;
		this.partitions = partitions;
		this.keeper = keeper;
		this.agreement = newAgreement();
		candidates().forEach((election) -> election.afterLoss(this::recheck));
		loop.add(this);
	}

	/** Returns all elections that depend on the number. */
	private Stream<Election> candidates() {
		return Stream.concat(this.partitions.stream(), Stream.ofNullable(this.keeper));
	}

	private PartitionAgreement newAgreement() {
		return new PartitionAgreement(this.partitions.size(), this.profile.timing().retryInterval(),
				loop().time().now());
	}

	// On any thread

	@Override
	public String name() {
		return this.profile.key().election();
	}

	@Override
	public List<LeaderElection> partitions() {
		return this.partitions.stream().map((partition) -> (LeaderElection) partition.view()).toList();
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
			loop().soon(this::look);
		}
	}

	void end() {
		this.running = false;
		loop().soon(() -> {
			if (this.removal != null) {
				this.removal.end("this instance stopped contending");
			}
		});
	}

	/** A term of the keeper has begun. */
	@Override
	public void granted(Leadership term) {
		loop().soon(this::observe);
	}

	@Override
	public CompletionStage<Void> forgetNumber() {
		CompletableFuture<Void> done = new CompletableFuture<>();
		Election keeper = this.keeper;
		if (keeper == null) {
			done.completeExceptionally(new IllegalStateException(notHere(null)));
		}
		else {
			loop().execute(() -> remove(keeper, done));
		}
		return done;
	}

	@Override
	public String notHere(@Nullable Leader leader) {
		return (leader != null)
				? "The number of partitions of election '" + name() + "' is kept by instance " + leader.id()
						+ ". Send the request there, or stop the instances that have that number"
				: "This instance does not keep the number of partitions of election '" + name() + "'";
	}

	// On the loop from here

	/** Removes the number if nobody else uses the partitions for a lease. */
	private void remove(Election keeper, CompletableFuture<Void> done) {
		boolean keeps = keeper.view().leadership().isPresent();
		Leader leader = keeper.view().leader().orElse(null);
		String refusal = null;
		if (!keeps && (leader != null || this.problem == null)) {
			refusal = notHere(leader);
		}
		else if (!this.running || this.removal != null) {
			refusal = "Election '" + name() + "' " + (this.running
					? "is being observed already, because of an earlier request" : "is not contended for");
		}
		if (refusal != null) {
			String text = refusal;
			keeper.local().complete(() -> done.completeExceptionally(new IllegalStateException(text)));
		}
		else {
			this.removal = new PartitionNumberRemoval(this.profile, mostPartitions(), loop(), this, keeper, done);
			this.removal.wake(loop().time().now());
		}
	}

	/** Returns the larger of the own number of partitions and the noted one. */
	private int mostPartitions() {
		String noted = this.agreement.different();
		int other = (noted != null && isNumber(noted)) ? Math.min(Integer.parseInt(noted), Partition.MAX_PARTITIONS)
				: 0;
		return Math.max(other, this.partitions.size());
	}

	@Override
	public PartitionAgreement agreement() {
		return this.agreement;
	}

	@Override
	public void removed() {
		this.removal = null;
		loop().soon(this::observe);
	}

	@Override
	public void look() {
		Election keeper = this.keeper;
		if (this.starting && keeper != null) {
			this.starting = false;
			startAnew(keeper);
		}
		if (loop().store().isSilentFor(lease())) {
			recheck();
		}
	}

	@Override
	public void slept(long nanos) {
		if (nanos > lease()) {
			// An answer that is under way may be older than the pause
			this.rechecking = false;
			this.flight = null;
			recheck();
		}
	}

	private long lease() {
		return this.profile.timing().lease().toNanos();
	}

	/**
	 * Stops contending until the number was observed again. Partitions that are led stay
	 * so: they have renewed their lease, which keeps the number on record.
	 */
	private void recheck() {
		if (this.keeper != null && this.running && !this.rechecking && (this.contending || this.keeping)) {
			this.rechecking = true;
			candidates().filter((election) -> !election.hasTerm())
				.forEach((election) -> request(List.of(election), false));
			observe();
		}
	}

	private void startAnew(Election keeper) {
		// Again, after the last requests of the former run
		request(this.partitions, false);
		request(List.of(keeper), false);
		this.agreement = newAgreement();
		this.flight = null;
		this.contending = false;
		this.keeping = false;
		this.rechecking = false;
		this.writtenIn = 0;
		wake(loop().time().now());
	}

	/** Observes the number again, now. */
	void observe() {
		this.agreement.lookAgain(loop().time().now());
		wake(loop().time().now());
	}

	@Override
	void on(Input input, Moment now) {
		boolean rechecked = false;
		if (input instanceof Input.Answer answer && answer.send().equals(this.flight)) {
			this.flight = null;
			Outcome outcome = answer.outcome();
			Checkpoints found = (outcome instanceof Outcome.Leased leased) ? leased.checkpoints()
					: (outcome instanceof Outcome.Free free) ? free.checkpoints() : null;
			if (found != null) {
				this.agreement.observed(found, now);
				rechecked = this.rechecking;
				this.rechecking = false;
			}
			else {
				this.agreement.unanswered(now);
			}
		}
		if (this.running) {
			if (this.flight == null && this.agreement.lookIn(now) == 0) {
				this.flight = new Effect.Send<>(++this.sends, now, this.profile.timing().operationTimeout().toNanos(),
						new Observe(this.profile.key()));
				send(this.flight);
			}
			apply(rechecked);
		}
	}

	@Override
	long wakeIn(Moment now) {
		return (this.flight != null || !this.running) ? ElectionLoop.FAR : Math.max(1, this.agreement.lookIn(now));
	}

	@Override
	void crashed(Throwable thrown) {
		this.starting = true;
		loop().log()
			.error("Election '{}': the number of its partitions could not be observed. This begins anew", name(),
					thrown);
	}

	/** Makes candidates contend or pause, as the agreement requires by now. */
	@Override
	public void apply() {
		apply(false);
	}

	/**
	 * Applies the agreement.
	 * @param rechecked whether candidates may be paused that were contending
	 */
	private void apply(boolean rechecked) {
		Election keeper = Objects.requireNonNull(this.keeper);
		boolean agreed = this.agreement.isAgreed();
		boolean contends = agreed && (this.removal == null || !this.removal.isWithdrawn());
		boolean keeps = this.agreement.isKeeper();
		if (!this.rechecking && (rechecked || contends != this.contending)) {
			request(this.partitions, contends);
			this.contending = contends;
		}
		if (!this.rechecking && (rechecked || keeps != this.keeping)) {
			request(List.of(keeper), keeps);
			this.keeping = keeps;
		}
		keeper.view().leadership().ifPresent(this::write);
		noteProblem(agreed);
		if (agreed && this.removal != null) {
			this.removal.agreed();
		}
	}

	private void request(List<Election> elections, boolean contend) {
		TransitionCause cause = TransitionCause.PARTITIONS_UNCONFIRMED;
		elections.forEach((election) -> election.request(contend ? new Input.Resume(cause) : new Input.Pause(cause)));
		loop().soon(() -> elections.forEach(Election::processRequests));
	}

	@SuppressWarnings("FutureReturnValueIgnored") // a failed note is written in the next
													// term
	private void write(Leadership term) {
		LibraryNotes notes = LibraryNotes.of(term);
		String found;
		try {
			found = notes.notes().get(PartitionAgreement.CHECKPOINT);
		}
		catch (IllegalStateException ex) {
			found = String.valueOf(ex.getMessage());
		}
		boolean removing = this.removal != null && this.removal.isRemoving();
		if (removing || this.writtenIn == term.fencingToken() || !this.agreement.writes(found)) {
			return;
		}
		this.writtenIn = term.fencingToken();
		if (found != null) {
			notes.forget(null);
		}
		notes.note(PartitionAgreement.CHECKPOINT, String.valueOf(this.partitions.size()))
			.whenComplete((written, failure) -> loop().soon(this::observe));
	}

	private void noteProblem(boolean agreed) {
		String found = this.agreement.different();
		String problem = (found != null) ? problem(found) : null;
		if (!Objects.equals(problem, this.problem)) {
			this.problem = problem;
			if (problem != null) {
				loop().log().warn("{}", problem);
			}
			else if (agreed) {
				loop().log().info("Election '{}' has {} partitions, as configured", name(), this.partitions.size());
			}
		}
	}

	private String problem(String found) {
		return "Election '" + name() + "' has " + this.partitions.size() + " partitions here, but "
				+ (isNumber(found) ? found : "something that is not a number")
				+ " is noted in the store. So this instance contends for none of them. Remedy: configure the noted "
				+ "number; or use another name for the election; or stop all instances with the noted number, then "
				+ "POST /actuator/leader/" + name() + " {\"action\": \"FORGET\", \"checkpoint\": \"partitions\"} here";
	}

	private static boolean isNumber(String text) {
		return !text.isEmpty() && text.length() <= 5 && text.chars().allMatch((c) -> c >= '0' && c <= '9');
	}

}
