/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.run;

import io.leaderelection.chaos.fault.Fault;
import io.leaderelection.chaos.fault.Strike;
import io.leaderelection.chaos.instance.Instance;
import io.leaderelection.chaos.store.ChaosStore;
import io.leaderelection.history.EventKind;
import io.leaderelection.history.HistoryEvent;
import io.leaderelection.history.HistoryWriter;

/**
 * Records faults, and counts them. Thread-safe.
 */
final class FaultLog {

	private final HistoryWriter history;

	private int ids;

	private int faults;

	private int onLeader;

	FaultLog(HistoryWriter history) {
		this.history = history;
	}

	/** Opens an entry for a fault; its effects must start after this. */
	synchronized Entry begin(Fault fault, Strike strike, boolean leader) {
		String target = strike.victim().map(Instance::name).orElse("store");
		// Counted at once, because the target of the next fault depends on it
		this.faults++;
		this.onLeader += (leader) ? 1 : 0;
		return new Entry(this, fault, target, leader, ++this.ids, System.nanoTime());
	}

	private synchronized void discount(boolean leader) {
		this.faults--;
		this.onLeader -= (leader) ? 1 : 0;
	}

	synchronized double leaderShare() {
		return (this.faults > 0) ? (double) this.onLeader / this.faults : 0;
	}

	/**
	 * One fault.
	 *
	 * @param log the log that counts it
	 * @param fault its kind
	 * @param target the instance that is hit, or the store
	 * @param leader whether the target led
	 * @param id its number
	 * @param before stamp before its start
	 */
	record Entry(FaultLog log, Fault fault, String target, boolean leader, int id, long before) {

		void begun() {
			write(EventKind.FAULT_BEGIN, this.before, false);
		}

		/**
		 * Marks a failed fault. It may have had an effect, so it stays in the history,
		 * but does not count.
		 */
		void failed() {
			this.log.discount(this.leader);
			write(EventKind.FAULT_BEGIN, this.before, true);
		}

		void ended(long before) {
			write(EventKind.FAULT_END, before, false);
		}

		private void write(EventKind kind, long before, boolean failed) {
			HistoryEvent event = HistoryEvent.of(kind, before, System.nanoTime())
				.in(ChaosStore.ELECTION)
				.with("fault", this.fault.name())
				.with("target", this.target)
				.with("leader", this.leader)
				.with("breaks", this.fault.is(Fault.Trait.BREAKS))
				.with("id", this.id);
			this.log.history.write((failed) ? event.with("failed", true) : event);
			System.out.println(event.kind() + " " + event.detail());
		}

	}

}
