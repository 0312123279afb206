/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.GarbageRecordException;
import io.leaderelection.store.etcd.Decision.Answer;
import io.leaderelection.store.etcd.Decision.Confirmed;
import io.leaderelection.store.etcd.Decision.LeaseUse;
import io.leaderelection.store.etcd.Decision.Write;
import io.leaderelection.store.etcd.EtcdCaller.Reply;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.time.Ticker;
import org.jspecify.annotations.Nullable;

/**
 * Carries out commands: decides by what is known, writes if that is still so, and decides
 * again by what was found otherwise. Mostly that is one round trip.
 */
final class GuardedRounds {

	/** A record that changes more often within one call is left for the next. */
	private static final int MOST_ROUNDS = 4;

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
	 * Carries out a batch.
	 * @throws LeaseStoreException if nothing is known of any command
	 */
	<C, O> List<O> run(CommandRule<C, O> rule, List<C> batch, CallBudget budget) {
		List<Item<C, O>> items = batch.stream().map((command) -> item(rule, command)).toList();
		Map<Long, Confirmed> confirmed = new HashMap<>();
		for (int round = 0; round < MOST_ROUNDS; round++) {
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

	private <C, O> Item<C, O> item(CommandRule<C, O> rule, C command) {
		Item<C, O> item = new Item<>(command, rule.key().apply(command));
		item.view = this.views.get(item.key);
		if (item.view == null && rule.guess().apply(command)) {
			item.view = ElectionView.ABSENT;
		}
		return item;
	}

	private <C, O> O outcome(CommandRule<C, O> rule, Item<C, O> item) {
		return (item.outcome != null) ? item.outcome
				: rule.unknown()
					.apply(new LeaseStoreException("The etcd key '" + this.names.recordName(item.key)
							+ "' changes faster than it can be answered. See who writes it"));
	}

	private <C, O> boolean planOrFail(CommandRule<C, O> rule, Item<C, O> item, Map<Long, Confirmed> confirmed,
			CallBudget budget, boolean first) {
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
	 * @return whether nothing is to be sent, since there is an outcome
	 */
	private <C, O> boolean plan(CommandRule<C, O> rule, Item<C, O> item, Map<Long, Confirmed> confirmed,
			CallBudget budget) {
		item.write = null;
		item.step = GuardedStep.read(this.names, item.key);
		if (item.view == null) {
			return false;
		}
		item.decidedAt = this.ticker.nanos();
		Decision<O> decision = decide(rule, item, item.view);
		if (decision instanceof Write<O> write) {
			Confirmed lease = lease(write.lease(), confirmed, budget);
			if (lease != null) {
				Change change = write.change().apply(lease);
				item.write = new Planned<>(item.view, change, write.outcome().apply(lease));
				item.step = GuardedStep.write(this.names, item.key, item.view, change);
				return false;
			}
			// Its hold is on a lease that is over, if etcd has not removed it yet
			decision = decide(rule, item, item.view.withoutHold());
			item.fresh = true;
		}
		if (item.fresh && decision instanceof Answer<O> answer) {
			item.outcome = answer.outcome();
			return true;
		}
		return false;
	}

	private static <C, O> Decision<O> decide(CommandRule<C, O> rule, Item<C, O> item, ElectionView view) {
		try {
			return rule.decide().apply(item.command, view);
		}
		catch (GarbageRecordException ex) {
			return new Answer<>(rule.unknown().apply(ex));
		}
	}

	/**
	 * Makes sure of a lease, once in a call.
	 * @return the lease, or {@code null} if it is over
	 */
	private @Nullable Confirmed lease(LeaseUse use, Map<Long, Confirmed> confirmed, CallBudget budget) {
		if (use instanceof LeaseUse.None) {
			return Confirmed.NONE;
		}
		if (use instanceof LeaseUse.OfHold hold) {
			Confirmed known = confirmed.get(hold.id());
			if (known == null) {
				known = this.leases.confirm(hold.id(), budget);
				confirmed.put(hold.id(), (known != null) ? known : Confirmed.NONE);
			}
			return Confirmed.NONE.equals(known) ? null : known;
		}
		LeaseUse.Own own = (LeaseUse.Own) use;
		long seconds = InstanceLeases.seconds(own.duration());
		// Ids of leases are positive
		Confirmed known = confirmed.get(-seconds);
		if (known == null) {
			known = this.leases.own(own.duration(), budget);
			confirmed.put(-seconds, known);
			confirmed.put(known.id(), known);
		}
		return known;
	}

	private <C, O> void send(CommandRule<C, O> rule, List<Item<C, O>> open, Map<Long, Confirmed> confirmed,
			boolean first, CallBudget budget) {
		List<TxnRequest> steps = open.stream().map((item) -> Objects.requireNonNull(item.step)).toList();
		List<Reply<TxnResponse>> replies = this.batches.send(steps, budget);
		if (replies.stream().anyMatch((reply) -> EtcdFailures.isLeaseGone(reply.failure()))) {
			// Revoked since it was confirmed: the next round takes another
			confirmed.keySet().removeIf((seconds) -> seconds < 0);
			confirmed.keySet().forEach(this.leases::forget);
		}
		else if (first && replies.stream().allMatch((reply) -> reply.answer() == null)) {
			replies.get(0).orThrow();
		}
		for (int i = 0; i < open.size(); i++) {
			take(rule, open.get(i), replies.get(i));
		}
	}

	private <C, O> void take(CommandRule<C, O> rule, Item<C, O> item, Reply<TxnResponse> reply) {
		TxnResponse answer = reply.answer();
		if (answer == null && EtcdFailures.isLeaseGone(reply.failure())) {
			return;
		}
		if (answer == null) {
			item.outcome = rule.unknown().apply(Objects.requireNonNull(reply.failure()));
			return;
		}
		Planned<O> planned = item.write;
		if (planned != null && answer.getSucceeded()) {
			this.views.wrote(item.key,
					planned.change().applyTo(planned.expected(), answer.getHeader().getRevision(), item.decidedAt));
			item.outcome = planned.outcome();
			return;
		}
		item.view = GuardedStep.view(this.views, item.key, answer.getResponsesList());
		item.fresh = true;
	}

	/**
	 * A command on its way to an outcome.
	 */
	private static final class Item<C, O> {

		private final C command;

		private final ElectionKey key;

		private @Nullable ElectionView view;

		private boolean fresh;

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
	 * What was decided to write, over what, and what follows.
	 */
	private record Planned<O>(ElectionView expected, Change change, O outcome) {
	}

}
