/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.leaderelection.ElectionStatus;
import io.leaderelection.Leader;
import io.leaderelection.LeaderElections;
import io.leaderelection.PartitionedElection;
import io.leaderelection.sample.ledger.Ledger;
import io.leaderelection.sample.ledger.LedgerEntry;
import io.leaderelection.schedule.TickStatus;
import io.leaderelection.schedule.Ticks;
import org.jspecify.annotations.Nullable;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the state that the page at {@code /} shows.
 */
@RestController
class StateController {

	private static final int SHOWN_ENTRIES = 10;

	private final LeaderElections elections;

	private final Ledger ledger;

	private final FitnessSwitch fitness;

	private final BalanceTask task;

	private final InvoiceFeed feed;

	private final Ticks ticks;

	StateController(LeaderElections elections, Ledger ledger, FitnessSwitch fitness, BalanceTask task, InvoiceFeed feed,
			Ticks ticks) {
		this.elections = elections;
		this.ledger = ledger;
		this.fitness = fitness;
		this.task = task;
		this.feed = feed;
		this.ticks = ticks;
	}

	@GetMapping("/api/state")
	State state() {
		return new State(this.elections.instance(), this.elections.get(InvoiceJob.ELECTION).status(),
				this.fitness.isFit(), new Work(this.task.isRunning(), this.feed.isRunning()),
				this.ledger.latest(SHOWN_ENTRIES), this.ledger.rejections().size(),
				this.ticks.of(InvoiceJob.ELECTION).stream().map(Tick::of).toList(),
				this.elections.findPartitioned(ShipmentTask.ELECTION).map(Partitions::of).orElse(null));
	}

	/**
	 * The state of this instance and of the ledger.
	 *
	 * @param instance the candidate id of this instance
	 * @param election the election as this instance sees it
	 * @param fit whether this instance is switched to healthy
	 * @param work the work that runs because this instance leads
	 * @param entries the newest entries of the ledger, newest first
	 * @param rejections the number of writes that the ledger refused because their token
	 * was stale
	 * @param ticks the once-per-tick jobs
	 * @param partitions the partitions of the second election, or {@code null} if it has
	 * none
	 */
	record State(String instance, ElectionStatus election, boolean fit, Work work, List<LedgerEntry> entries,
			int rejections, List<Tick> ticks, @Nullable Partitions partitions) {

	}

	/**
	 * A once-per-tick job.
	 *
	 * @param name the name of the tick
	 * @param next the time of its next tick
	 * @param last the last recorded tick, or {@code null} if this instance does not lead
	 * @param state the progress of that tick
	 * @param attempt the number of times that tick was begun
	 */
	record Tick(String name, @Nullable Instant next, @Nullable Instant last, @Nullable String state,
			@Nullable Integer attempt) {

		private static Tick of(TickStatus status) {
			TickStatus.Last last = status.last();
			return (last != null) ? new Tick(status.name(), status.next(), last.tick(),
					last.state().name().toLowerCase(Locale.ROOT), last.attempt())
					: new Tick(status.name(), status.next(), null, null, null);
		}

	}

	/**
	 * The partitions of a divided election.
	 *
	 * @param owners the id of the leader of each partition, by number, or {@code null}
	 * @param problem why this instance contends for none of them, or {@code null}
	 */
	record Partitions(List<@Nullable String> owners, @Nullable String problem) {

		private static Partitions of(PartitionedElection divided) {
			List<@Nullable String> owners = new ArrayList<>();
			divided.partitions().forEach((partition) -> owners.add(partition.leader().map(Leader::id).orElse(null)));
			return new Partitions(owners, divided.problem());
		}

	}

	/**
	 * Work that belongs to the term.
	 *
	 * @param task whether the leader task runs
	 * @param feed whether the managed bean runs
	 */
	record Work(boolean task, boolean feed) {

	}

}
