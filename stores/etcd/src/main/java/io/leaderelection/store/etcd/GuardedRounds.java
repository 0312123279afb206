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

import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.etcd.EtcdCaller.Reply;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.Decision;
import io.leaderelection.store.support.Decision.LockUse;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.TermRecord;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands in rounds. Each round decides from the last known view, and writes if the
 * keys still have that state. Otherwise the write returns the present state, and the next
 * round decides again. Usually that is one round trip.
 */
final class GuardedRounds {

	/** If a record changes more often, the outcome is unknown until the next call. */
	private static final int MAX_ROUNDS = 4;

	private static final Confirmed EXPIRED = new Confirmed(0, Duration.ZERO);

	private final EtcdKeys names;

	private final ElectionViews views;

	private final InstanceLeases leases;

	private final StepBatches batches;

	private final Ticker ticker;

	GuardedRounds(EtcdKeys names, ElectionViews views, EtcdCaller caller, InstanceLeases leases, Ticker ticker) {
		this.names = names;
		this.views = views;
		this.leases = leases;
		this.batches = new StepBatches(caller);
		this.ticker = ticker;
	}

	/**
	 * Runs a batch of commands.
	 * @throws LeaseStoreException if the outcome of every command is unknown
	 */
	<C, O extends Outcome> List<O> run(CommandRule<C, O> rule, List<C> batch, CallBudget budget) {
		List<Item<C, O>> items = batch.stream().map((command) -> item(rule, command)).toList();
		Map<Long, Confirmed> confirmed = new HashMap<>();
		for (int round = 0; round < MAX_ROUNDS; round++) {
			List<Item<C, O>> open = new ArrayList<>();
			for (Item<C, O> item : items) {
				if (item.outcome == null && !planOrFail(rule, item, confirmed, budget, round == 0)) {
					open.add(item);
				}
			}
			if (open.isEmpty()) {
				break;
			}
			send(rule, open, confirmed, round == 0, budget);
		}
		return items.stream().map((item) -> outcome(rule, item)).toList();
	}

	private <C, O extends Outcome> Item<C, O> item(CommandRule<C, O> rule, C command) {
		Item<C, O> item = new Item<>(command, rule.key().apply(command));
		item.view = this.views.get(item.key);
		if (item.view == null && rule.guess().apply(command)) {
			item.view = ElectionView.ABSENT;
		}
		return item;
	}

	private <C, O extends Outcome> O outcome(CommandRule<C, O> rule, Item<C, O> item) {
		return (item.outcome != null) ? item.outcome
				: rule.unknown()
					.apply(new LeaseStoreException("The etcd key '" + this.names.recordName(item.key)
							+ "' changed repeatedly during one call. Find out who writes it"));
	}

	private <C, O extends Outcome> boolean planOrFail(CommandRule<C, O> rule, Item<C, O> item,
			Map<Long, Confirmed> confirmed, CallBudget budget, boolean first) {
		try {
			return plan(rule, item, confirmed, budget);
		}
		catch (LeaseStoreException ex) {
			if (first) {
				throw ex;
			}
			item.outcome = rule.unknown().apply(ex);
			return true;
		}
	}

	/**
	 * Decides what to send.
	 * @return {@code true} if nothing needs to be sent, because the outcome is known
	 */
	private <C, O extends Outcome> boolean plan(CommandRule<C, O> rule, Item<C, O> item, Map<Long, Confirmed> confirmed,
			CallBudget budget) {
		item.write = null;
		item.step = GuardedStep.read(this.names, item.key, rule.checkpoints());
		if (item.view == null) {
			return false;
		}
		item.decidedAt = this.ticker.nanos();
		ElectionView view = item.view;
		Decision<O> decision = decide(rule, item, view);
		if (decision instanceof Decision.Write<O> write) {
			if (planWrite(rule, item, view, write, confirmed, budget)) {
				return false;
			}
			// The guard lock's lease has expired, even if etcd has not deleted the key
			// yet
			view = view.withoutLock();
			decision = decide(rule, item, view);
			item.fresh = true;
		}
		if (!(decision instanceof Decision.Answer<O> answer)) {
			return false;
		}
		if (mustDeleteLock(rule, item.command, view, answer.outcome())) {
			plan(rule, item, view, Change.withoutLock(), answer.outcome());
			return false;
		}
		if (item.fresh) {
			item.outcome = withCheckpoints(item, answer.outcome());
		}
		return item.fresh;
	}

	/** Returns {@code false} if the lease of the term's guard lock has expired. */
	private <C, O extends Outcome> boolean planWrite(CommandRule<C, O> rule, Item<C, O> item, ElectionView view,
			Decision.Write<O> write, Map<Long, Confirmed> confirmed, CallBudget budget) {
		TermRecord record = write.record();
		GuardLock guardLock = view.guardLock();
		if (write.lock() == LockUse.END) {
			boolean held = guardLock != null && guardLock.isOf(record);
			plan(rule, item, view, held ? Change.recordWithoutLock(record) : Change.record(record), write.outcome());
			return true;
		}
		boolean takes = write.lock() == LockUse.TAKE;
		Confirmed lease = takes ? ownLease(record.lease(), confirmed, budget)
				: leaseOf(Objects.requireNonNull(guardLock).lease(), confirmed, budget);
		if (lease == null) {
			return false;
		}
		plan(rule, item, view, takes ? Change.term(record, lease.id()) : renewed(view, record),
				atMost(lease.left(), write.outcome()));
		return true;
	}

	/**
	 * Writes the checkpoints only if their version differs from that of the former
	 * record.
	 */
	private static Change renewed(ElectionView view, TermRecord record) {
		TermRecord former = view.record();
		boolean newCheckpoints = former == null || former.checkpoints().version() != record.checkpoints().version();
		return newCheckpoints ? Change.checkpoints(record) : Change.record(record);
	}

	private <C, O extends Outcome> void plan(CommandRule<C, O> rule, Item<C, O> item, ElectionView view, Change change,
			O outcome) {
		item.write = new Planned<>(view, change, outcome);
		item.step = GuardedStep.write(this.names, item.key, view, change, rule.checkpoints());
	}

	/**
	 * Returns whether the command's own guard lock must be deleted: its term is lost, or
	 * is released while the record is garbage.
	 */
	private static <C, O extends Outcome> boolean mustDeleteLock(CommandRule<C, O> rule, C command, ElectionView view,
			O outcome) {
		boolean ended = outcome instanceof Outcome.Lost
				|| (outcome instanceof Outcome.Unknown && command instanceof Release);
		if (!ended) {
			return false;
		}
		try {
			GuardLock guardLock = view.guardLock();
			return guardLock != null && rule.own().test(command, guardLock);
		}
		catch (GarbageRecordException ex) {
			return false;
		}
	}

	/** Limits a grant to the remaining time of its guard lock's lease. */
	@SuppressWarnings("unchecked") // the type of the outcome stays the same
	private static <O extends Outcome> O atMost(Duration left, O outcome) {
		return (outcome instanceof Outcome.Granted granted && granted.duration().compareTo(left) > 0)
				? (O) new Outcome.Granted(granted.token(), left, granted.notBefore(), granted.checkpoints()) : outcome;
	}

	/** Adds the text of the checkpoints: the record contains only their version. */
	@SuppressWarnings("unchecked") // the type of the outcome stays the same
	private static <C, O extends Outcome> O withCheckpoints(Item<C, O> item, O outcome) {
		String text = item.checkpoints;
		if (text == null) {
			return outcome;
		}
		if (outcome instanceof Outcome.Granted granted) {
			return (O) new Outcome.Granted(granted.token(), granted.duration(), granted.notBefore(),
					with(text, granted.checkpoints()));
		}
		if (outcome instanceof Outcome.Leased held) {
			return (O) new Outcome.Leased(held.candidate(), held.since(), held.token(), held.remaining(),
					held.notBefore(), held.metadata(), with(text, held.checkpoints()));
		}
		return (outcome instanceof Outcome.Free free)
				? (O) new Outcome.Free(free.token(), free.released(), with(text, free.checkpoints())) : outcome;
	}

	private static Checkpoints with(String text, Checkpoints checkpoints) {
		return (checkpoints.version() > 0) ? new Checkpoints(checkpoints.version(), text) : checkpoints;
	}

	private static <C, O extends Outcome> Decision<O> decide(CommandRule<C, O> rule, Item<C, O> item,
			ElectionView view) {
		try {
			return rule.decide().apply(item.command, view);
		}
		catch (GarbageRecordException ex) {
			return new Decision.Answer<>(rule.unknown().apply(ex));
		}
	}

	/**
	 * Confirms the lease of a guard lock, once for each call.
	 * @return the lease, or {@code null} if it has expired
	 */
	private @Nullable Confirmed leaseOf(long id, Map<Long, Confirmed> confirmed, CallBudget budget) {
		Confirmed known = confirmed.get(id);
		if (known == null) {
			known = this.leases.confirm(id, budget);
			confirmed.put(id, (known != null) ? known : EXPIRED);
		}
		return EXPIRED.equals(known) ? null : known;
	}

	/** Confirms this instance's lease for a duration, once for each call. */
	private Confirmed ownLease(Duration duration, Map<Long, Confirmed> confirmed, CallBudget budget) {
		// A negative key: the ids of leases are positive
		long seconds = -InstanceLeases.seconds(duration);
		Confirmed known = confirmed.get(seconds);
		if (known == null) {
			known = this.leases.own(duration, budget);
			confirmed.put(seconds, known);
			confirmed.put(known.id(), known);
		}
		return known;
	}

	private <C, O extends Outcome> void send(CommandRule<C, O> rule, List<Item<C, O>> open,
			Map<Long, Confirmed> confirmed, boolean first, CallBudget budget) {
		List<TxnRequest> steps = open.stream().map((item) -> Objects.requireNonNull(item.step)).toList();
		List<Reply<TxnResponse>> replies = this.batches.send(steps, budget);
		if (replies.stream().anyMatch((reply) -> EtcdFailures.isLeaseGone(reply.failure()))) {
			// Revoked after it was confirmed: the next round uses a new lease
			confirmed.keySet().removeIf((seconds) -> seconds < 0);
			confirmed.keySet().forEach(this.leases::forget);
		}
		else if (first && replies.stream().allMatch((reply) -> reply.answer() == null)) {
			replies.get(0).orThrow();
		}
		for (int i = 0; i < open.size(); i++) {
			process(rule, open.get(i), replies.get(i));
		}
	}

	private <C, O extends Outcome> void process(CommandRule<C, O> rule, Item<C, O> item, Reply<TxnResponse> reply) {
		TxnResponse answer = reply.answer();
		if (answer == null && EtcdFailures.isLeaseGone(reply.failure())) {
			return;
		}
		if (answer == null) {
			item.outcome = rule.unknown().apply(Objects.requireNonNull(reply.failure()));
			return;
		}
		if (rule.checkpoints()) {
			item.checkpoints = GuardedStep.checkpoints(answer.getResponsesList());
		}
		Planned<O> planned = item.write;
		if (planned != null && answer.getSucceeded()) {
			this.views.wrote(item.key,
					planned.change().applyTo(planned.expected(), answer.getHeader().getRevision(), item.decidedAt));
			item.outcome = withCheckpoints(item, planned.outcome());
			return;
		}
		item.view = GuardedStep.view(this.views, item.key, answer.getResponsesList());
		item.fresh = true;
	}

	/**
	 * A command and its progress.
	 */
	private static final class Item<C, O extends Outcome> {

		private final C command;

		private final ElectionKey key;

		private @Nullable ElectionView view;

		private boolean fresh;

		/** The checkpoints in the last answer, if they were requested. */
		private @Nullable String checkpoints;

		private long decidedAt;

		private @Nullable TxnRequest step;

		private @Nullable Planned<O> write;

		private @Nullable O outcome;

		Item(C command, ElectionKey key) {
			this.command = command;
			this.key = key;
		}

	}

	/**
	 * A planned write: the expected view, the change, and the outcome if it succeeds.
	 */
	private record Planned<O extends Outcome>(ElectionView expected, Change change, O outcome) {
	}

}
