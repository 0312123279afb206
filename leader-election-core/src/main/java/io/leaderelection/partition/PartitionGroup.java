/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.partition;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.leaderelection.Leader;
import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.PartitionedElection;
import io.leaderelection.TransitionCause;
import io.leaderelection.engine.Actor;
import io.leaderelection.engine.Election;
import io.leaderelection.engine.ElectionLoop;
import io.leaderelection.protocol.CandidateProfile;
import io.leaderelection.protocol.Effect;
import io.leaderelection.protocol.Input;
import io.leaderelection.store.Observe;
import io.leaderelection.time.Moment;
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

	private final PartitionNumber number;

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

	private Requested requested = Requested.NOTHING;

	private volatile @Nullable String problem;

	/** Removes the number, on request. */
	private @Nullable PartitionNumberRemoval removal;

	PartitionGroup(CandidateProfile profile, ElectionLoop loop, List<Election> partitions, @Nullable Election keeper) {
		super(loop, "The number of partitions of election '" + profile.key().election() + "'");
		this.profile = profile;
		this.partitions = partitions;
		this.number = new PartitionNumber(profile.key().election(), partitions.size());
		this.keeper = keeper;
		this.agreement = newAgreement();
		candidates().forEach((election) -> election.afterLoss(() -> recheck(false)));
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

	/** Called before candidates stop. Has no effect unless it has begun. */
	void end() {
		if (this.running) {
			this.running = false;
			loop().soon(() -> {
				if (this.removal != null) {
					this.removal.end("this instance stopped contending");
				}
			});
		}
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
		return this.number.notHere(leader);
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
			keeper.complete(() -> done.completeExceptionally(new IllegalStateException(text)));
		}
		else {
			this.removal = new PartitionNumberRemoval(this.profile, this.number.most(this.agreement.different()),
					loop(), this, keeper, done);
			this.removal.wake(loop().time().now());
		}
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
		if (loop().isStoreSilentFor(lease())) {
			recheck(false);
		}
	}

	@Override
	public void slept(long nanos) {
		if (nanos > lease()) {
			// An answer that is under way may be older than the pause
			this.flight = null;
			recheck(true);
		}
	}

	private long lease() {
		return this.profile.timing().lease().toNanos();
	}

	/**
	 * Stops contending until the number was observed again. Partitions that are led stay
	 * so: they have renewed their lease, which keeps the number on record.
	 * @param anew whether to do so even if it was required already
	 */
	private void recheck(boolean anew) {
		boolean contends = this.running && !this.requested.equals(Requested.NOTHING);
		if (this.keeper != null && contends && (this.agreement.recheck() || anew)) {
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
		this.requested = Requested.NOTHING;
		this.number.forgetTerm();
		wake(loop().time().now());
	}

	/** Observes the number again, now. */
	void observe() {
		this.agreement.lookAgain(loop().time().now());
		wake(loop().time().now());
	}

	@Override
	protected void on(Input input, Moment now) {
		boolean rechecked = false;
		if (input instanceof Input.Answer answer && answer.send().equals(this.flight)) {
			this.flight = null;
			boolean rechecking = this.agreement.isRechecking();
			rechecked = this.agreement.answered(answer.outcome(), now) && rechecking;
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
	protected long wakeIn(Moment now) {
		return (this.flight != null || !this.running) ? ElectionLoop.FAR : Math.max(1, this.agreement.lookIn(now));
	}

	@Override
	protected void crashed(Throwable thrown) {
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

	/** If it was rechecked, candidates that contend may be paused. */
	private void apply(boolean rechecked) {
		Election keeper = Objects.requireNonNull(this.keeper);
		boolean agreed = this.agreement.isAgreed();
		if (!this.agreement.isRechecking()) {
			request(keeper, agreed, rechecked);
		}
		keeper.view().leadership().ifPresent(this::write);
		noteProblem(agreed);
		if (agreed && this.removal != null) {
			this.removal.agreed();
		}
	}

	private void request(Election keeper, boolean agreed, boolean rechecked) {
		boolean withdrawn = this.removal != null && this.removal.isWithdrawn();
		Requested wanted = new Requested(agreed && !withdrawn, this.agreement.isKeeper());
		if (rechecked || wanted.contends() != this.requested.contends()) {
			request(this.partitions, wanted.contends());
		}
		if (rechecked || wanted.keeps() != this.requested.keeps()) {
			request(List.of(keeper), wanted.keeps());
		}
		this.requested = wanted;
	}

	private void request(List<Election> elections, boolean contend) {
		TransitionCause cause = TransitionCause.PARTITIONS_UNCONFIRMED;
		elections.forEach((election) -> election.request(contend ? new Input.Resume(cause) : new Input.Pause(cause)));
		loop().soon(() -> elections.forEach(Election::processRequests));
	}

	private void write(Leadership term) {
		boolean removing = this.removal != null && this.removal.isRemoving();
		if (!removing) {
			this.number.write(term, this.agreement, () -> loop().soon(this::observe));
		}
	}

	private void noteProblem(boolean agreed) {
		String found = this.agreement.different();
		String problem = (found != null) ? this.number.problem(found) : null;
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

	/**
	 * The last request to the candidates.
	 *
	 * @param contends whether to contend for the partitions
	 * @param keeps whether to contend for the election itself
	 */
	private record Requested(boolean contends, boolean keeps) {

		private static final Requested NOTHING = new Requested(false, false);

	}

}
