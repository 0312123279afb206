/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.leaderelection.store.Acquire;
import io.leaderelection.store.Command;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Observe;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.leaderelection.store.etcd.EtcdCaller.Reply;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Runs a batch of commands in rounds. Each round decides from the last known view, and
 * writes if the keys still have that state. Otherwise the write returns the present
 * state, and the next round decides again. Usually that is one round trip.
 *
 * @param <C> the type of the commands
 * @param <O> the type of their outcomes
 */
final class GuardedRounds<C extends Command, O extends Outcome> {

	/** If a record changes more often, the outcome is unknown until the next call. */
	private static final int MAX_ROUNDS = 4;

	private final EtcdKeys names;

	private final ElectionViews views;

	private final EtcdCaller caller;

	private final InstanceLeases leases;

	private final Ticker ticker;

	private final BiFunction<C, ElectionView, Decision<O>> rule;

	/**
	 * Creates the rounds of one kind of command.
	 * @param rule decides what a command does, given the view of its election
	 */
	GuardedRounds(EtcdKeys names, ElectionViews views, EtcdCaller caller, InstanceLeases leases, Ticker ticker,
			BiFunction<C, ElectionView, Decision<O>> rule) {
		this.names = names;
		this.views = views;
		this.caller = caller;
		this.leases = leases;
		this.ticker = ticker;
		this.rule = rule;
	}

	/**
	 * Runs a batch of commands.
	 * @throws LeaseStoreException if the outcome of every command is unknown
	 */
	List<O> run(List<C> batch, CallBudget budget) {
		List<Step> steps = batch.stream().map(Step::new).toList();
		Map<Long, Duration> kept = new HashMap<>();
		for (int round = 0; round < MAX_ROUNDS; round++) {
			List<Step> open = steps.stream().filter((step) -> step.outcome == null).toList();
			try {
				open.forEach((step) -> plan(step, kept, budget));
				send(open.stream().filter((step) -> step.outcome == null).toList(), budget);
			}
			catch (LeaseStoreException ex) {
				if (open.size() == steps.size()) {
					throw ex;
				}
				open.stream().filter((step) -> step.outcome == null).forEach((step) -> step.fail(ex));
			}
		}
		return steps.stream().map(Step::result).toList();
	}

	/** Decides what to send, or sets the outcome if nothing needs to be sent. */
	private void plan(Step step, Map<Long, Duration> kept, CallBudget budget) {
		step.planned = null;
		ElectionView view = step.view;
		if (view == null) {
			return;
		}
		long now = this.ticker.nanos();
		Decision<O> decision = decide(step.command, view);
		if (decision instanceof Decision.Write<O> write && write.lock() == LockUse.KEEP
				&& left(view, kept, budget).isZero()) {
			// The guard lock's lease has expired, even if etcd has not deleted the key
			// yet
			view = view.withoutLock();
			decision = decide(step.command, view);
			step.fresh = true;
		}
		if (decision instanceof Decision.Write<O> write) {
			planWrite(step, view, write, now, kept, budget);
		}
		else if (decision instanceof Decision.Answer<O> answer) {
			if (mustDeleteLock(step.command, view, answer.outcome())) {
				step.planned = new Planned<>(view, view.withoutLock(), answer.outcome());
			}
			else if (step.fresh) {
				step.outcome = step.withCheckpoints(answer.outcome());
			}
		}
	}

	@SuppressWarnings("unchecked") // Unknown is an outcome of every command
	private Decision<O> decide(C command, ElectionView view) {
		try {
			return this.rule.apply(command, view);
		}
		catch (GarbageRecordException ex) {
			return new Decision.Answer<>((O) new Outcome.Unknown(ex));
		}
	}

	private void planWrite(Step step, ElectionView view, Decision.Write<O> write, long now, Map<Long, Duration> kept,
			CallBudget budget) {
		TermRecord record = write.record();
		StoredValue<GuardLock> lock = view.lockValue();
		O outcome = write.outcome();
		switch (write.lock()) {
			case TAKE -> {
				InstanceLeases.Confirmed lease = this.leases.own(record.lease(), budget);
				lock = GuardLock.of(record, lease.id());
				outcome = atMost(lease.left(), outcome);
			}
			case KEEP -> outcome = atMost(left(view, kept, budget), outcome);
			case END -> lock = (lock != null && lock.get().isOf(record)) ? null : lock;
		}
		step.planned = new Planned<>(view, view.with(record, now, lock), outcome);
	}

	/**
	 * Keeps the lease of a guard lock alive, once in each call.
	 * @return how long it is guaranteed to stay alive; zero if it has expired
	 */
	private Duration left(ElectionView view, Map<Long, Duration> kept, CallBudget budget) {
		GuardLock lock = view.guardLock();
		return (lock != null) ? kept.computeIfAbsent(lock.lease(), (id) -> this.leases.confirm(id, budget))
				: Duration.ZERO;
	}

	/** Limits a grant to the remaining time of its guard lock's lease. */
	@SuppressWarnings("unchecked") // the type of the outcome stays the same
	private static <O extends Outcome> O atMost(Duration left, O outcome) {
		return (outcome instanceof Outcome.Granted granted && granted.duration().compareTo(left) > 0)
				? (O) new Outcome.Granted(granted.token(), left, granted.notBefore(), granted.checkpoints()) : outcome;
	}

	/**
	 * Returns whether the command's own guard lock must be deleted: its term is lost, or
	 * is released while the record is garbage.
	 */
	private static boolean mustDeleteLock(Command command, ElectionView view, Outcome outcome) {
		StoredValue<GuardLock> value = view.lockValue();
		GuardLock lock = (value != null) ? value.content() : null;
		return lock != null && isOwn(command, lock) && (outcome instanceof Outcome.Lost
				|| (outcome instanceof Outcome.Unknown && command instanceof Release));
	}

	private static boolean isOwn(Command command, GuardLock lock) {
		return (command instanceof Acquire acquire && lock.isOf(acquire.nonce()))
				|| (command instanceof Renew renew && lock.isOf(renew.nonce(), renew.token()))
				|| (command instanceof Release release && lock.isOf(release.nonce(), release.token()));
	}

	private void send(List<Step> open, CallBudget budget) {
		if (open.isEmpty()) {
			return;
		}
		List<Reply<TxnResponse>> replies = this.caller.transact(open.stream().map(Step::request).toList(), budget);
		LeaseStoreException failure = replies.get(0).failure();
		if (failure != null && replies.stream().allMatch((reply) -> reply.failure() != null)
				&& replies.stream().noneMatch((reply) -> EtcdFailures.isLeaseGone(reply.failure()))) {
			throw failure;
		}
		for (int i = 0; i < open.size(); i++) {
			process(open.get(i), replies.get(i));
		}
	}

	private void process(Step step, Reply<TxnResponse> reply) {
		TxnResponse answer = reply.answer();
		Planned<O> planned = step.planned;
		if (answer != null) {
			step.checkpoints = step.transaction.checkpoints(answer);
			if (planned != null && answer.getSucceeded()) {
				this.views.wrote(step.command.key(), planned.next().at(answer.getHeader().getRevision()));
				step.outcome = step.withCheckpoints(planned.outcome());
			}
			else {
				step.view = step.transaction.view(this.views, answer);
				step.fresh = true;
			}
		}
		else if (!EtcdFailures.isLeaseGone(reply.failure())) {
			step.fail(reply.failure());
		}
		else if (planned != null && planned.next().guardLock() != null) {
			// Revoked after it was confirmed: the next round uses a new lease
			this.leases.forget(planned.next().guardLock().lease());
		}
	}

	/**
	 * A command and its progress.
	 */
	private final class Step {

		private final C command;

		private final GuardedTransaction transaction;

		private @Nullable ElectionView view;

		/** Whether the view was read during this call. */
		private boolean fresh;

		/** The checkpoints in the last answer, if they were requested. */
		private @Nullable String checkpoints;

		private @Nullable Planned<O> planned;

		private @Nullable O outcome;

		Step(C command) {
			this.command = command;
			this.transaction = new GuardedTransaction(GuardedRounds.this.names, command.key(),
					command instanceof Acquire || command instanceof Observe);
			this.view = GuardedRounds.this.views.get(command.key());
			if (this.view == null && command instanceof Acquire acquire && acquire.seenToken() == LeaseStore.ABSENT) {
				// A guess that saves a round trip for the first term
				this.view = ElectionView.ABSENT;
			}
		}

		TxnRequest request() {
			Planned<O> write = this.planned;
			return (write != null) ? this.transaction.write(write.expected(), write.next()) : this.transaction.read();
		}

		@SuppressWarnings("unchecked") // Unknown is an outcome of every command
		void fail(@Nullable LeaseStoreException failure) {
			this.outcome = (O) new Outcome.Unknown(Objects.requireNonNull(failure));
		}

		O result() {
			if (this.outcome == null) {
				fail(new LeaseStoreException("The etcd key '" + this.transaction
						+ "' changed repeatedly during one call. Find out who writes it"));
			}
			return Objects.requireNonNull(this.outcome);
		}

		/** Adds the text of the checkpoints: the record contains only their version. */
		@SuppressWarnings("unchecked") // the type of the outcome stays the same
		O withCheckpoints(O outcome) {
			String text = this.checkpoints;
			return (text != null) ? (O) outcome.withCheckpointText(text) : outcome;
		}

	}

	/**
	 * A planned write: the expected view, the view after it, and the outcome if it
	 * succeeds.
	 */
	private record Planned<O extends Outcome>(ElectionView expected, ElectionView next, O outcome) {
	}

}
