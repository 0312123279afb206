/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.test;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import io.leaderelection.ElectionState;
import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.leaderelection.UnknownElectionException;
import io.leaderelection.event.LeaderElectionEvent;
import io.leaderelection.store.ElectionKey;
import org.jspecify.annotations.Nullable;

/**
 * Controls for a test whether the application leads, and moves time. Each method returns
 * when its effect is visible: the state has changed, running work was interrupted or
 * awaited, and listeners of the application have returned.
 * <p>
 * Only the time of leader election moves: leases, timeouts, cool-downs. It stands still
 * until a method moves it, and other clocks of the application are independent of it. Use
 * it on one thread, and not in leadership listeners, because its methods wait for them.
 *
 * @see LeaderElectionTest
 */
public final class LeaderElectionTestSupport {

	/** The id of the instance that leads when the application does not. */
	public static final String OTHER_INSTANCE = "another-instance";

	/** Longer than any lease, and almost any cool-down, in a test. */
	private static final Duration LONGEST_WAIT = Duration.ofHours(1);

	/** Leaps begin at the longest wait and double, to pass even a cool-down of a year. */
	private static final Duration LONGEST_LEAP = LONGEST_WAIT.multipliedBy(8192);

	private final LeaderElections elections;

	private final TestedTicks ticks;

	private final TestedStore store;

	private final TestedTime time;

	private final RecordedEvents events;

	LeaderElectionTestSupport(LeaderElections elections, TestedTicks ticks, TestedStore store, TestedTime time,
			RecordedEvents events) {
		this.elections = elections;
		this.ticks = ticks;
		this.store = store;
		this.time = time;
		this.events = events;
		openOnly((election) -> false);
	}

	/** Also opens the records of the numbers of partitions. */
	private void openOnly(Predicate<String> open) {
		this.store.reset((name) -> this.elections.findPartitioned(name).isPresent() || open.test(name));
	}

	private List<LeaderElection> joined(String election) {
		return this.elections.findPartitioned(election)
			.map(PartitionedElection::partitions)
			.orElseGet(() -> List.of(this.elections.get(election)));
	}

	/**
	 * Makes the application lead. If necessary, moves time by up to an hour: past a
	 * cool-down, or past the end of an expired lease. Has no effect if the application
	 * leads.
	 * @param election the name of an election; a divided one stands for all its
	 * partitions
	 * @throws UnknownElectionException if the application has not joined the election
	 * @throws IllegalStateException if it does not become the leader, as while it is
	 * paused, work of a previous term is still running, or a longer cool-down is not over
	 */
	public void grant(String election) {
		for (LeaderElection joined : joined(election)) {
			this.store.open(key(joined.name()));
			await("lead", joined, joined::isLeader);
		}
	}

	/**
	 * Makes another instance lead. If the application leads, time moves to the next
	 * renewal, which the store answers with a lost term: running work is interrupted, and
	 * the term is revoked with cause {@code LOST}. For a voluntary handover, which waits
	 * for work, call {@link LeaderElection#stepDown()} and {@link #settle()}.
	 * @param election the name of an election, as for {@link #grant}
	 * @throws UnknownElectionException if the application has not joined the election
	 * @throws IllegalStateException if it does not become a follower, as when it has left
	 * the election
	 */
	public void revoke(String election) {
		for (LeaderElection joined : joined(election)) {
			this.store.occupy(key(joined.name()));
			await("follow", joined,
					() -> joined.leader().filter((leader) -> leader.id().equals(OTHER_INSTANCE)).isPresent());
		}
	}

	/**
	 * Lets the application's lease expire, as when its store is unavailable. Time moves
	 * to the end of the lease: running work is interrupted, and the term is revoked with
	 * cause {@code EXPIRED}. Nobody leads afterwards, and the store does not answer for
	 * this election until {@link #grant} or {@link #revoke}.
	 * @param election the name of an election that the application leads
	 * @throws UnknownElectionException if the application has not joined the election
	 * @throws IllegalStateException if it does not lead
	 */
	public void expire(String election) {
		LeaderElection joined = this.elections.get(election);
		if (joined.leadership().isEmpty()) {
			throw new IllegalStateException("Only a term of the application can expire: " + describe(joined)
					+ ". Call grant(\"" + election + "\") first");
		}
		this.store.silence(key(election));
		await("lose its term", joined, () -> joined.status().leaseRemaining() == null);
	}

	/**
	 * Returns the checkpoints that leaders of an election have written to the store.
	 * @param election the name of an election
	 * @return the checkpoints by name, unmodifiable
	 * @throws UnknownElectionException if the application has not joined the election
	 */
	public Map<String, String> checkpoints(String election) {
		this.time.settle();
		return this.store.checkpoints(key(this.elections.get(election).name()));
	}

	/**
	 * Writes a checkpoint as a previous leader would. The application reads it when it is
	 * granted its next term.
	 * @param election the name of an election that the application does not lead
	 * @param name the name of the checkpoint
	 * @param value its value, or {@code null} to remove it
	 * @throws UnknownElectionException if the application has not joined the election
	 * @throws IllegalStateException if the application leads
	 */
	public void checkpoint(String election, String name, @Nullable String value) {
		LeaderElection joined = this.elections.get(election);
		this.time.settle();
		if (joined.leadership().isPresent()) {
			throw new IllegalStateException("Only the application itself can write a checkpoint while it leads: "
					+ describe(joined) + ". Call revoke(\"" + election + "\") first, and grant(...) afterwards");
		}
		this.store.note(key(election), name, value);
	}

	/**
	 * Moves time to the next tick of a job, and calls the job as its scheduler does. If
	 * the tick is more than a minute away, time leaps: a term of the application then
	 * ends, and the application is granted the next one before the tick is due. Returns
	 * when the method has returned, and throws its exceptions.
	 * @param tick the name of a tick, see
	 * {@link io.leaderelection.annotation.OncePerTick#name()}
	 * @throws IllegalArgumentException if there is no such tick, or more than one
	 * @throws IllegalStateException if the job is never due
	 */
	public void tick(String tick) {
		LeaderElection election = this.elections.get(this.ticks.election(tick));
		boolean leading = election.isLeader();
		Duration away = this.ticks.untilNext(tick);
		if (away.compareTo(TestedTicks.NEAR) > 0) {
			this.time.leap(away.minus(TestedTicks.NEAR.dividedBy(2)));
			if (leading) {
				grant(election.name());
			}
		}
		this.time.advance(this.ticks.untilNext(tick));
		this.ticks.call(tick);
	}

	/**
	 * Lets a tick of a job fall due while nobody leads, after all earlier ones have been
	 * run. Then makes the application lead, which detects the missed tick. Returns when
	 * the method has returned, and throws its exceptions.
	 * @param tick the name of a tick, see
	 * {@link io.leaderelection.annotation.OncePerTick#name()}
	 * @param moment the time of the tick: one of the job's schedule, not later than the
	 * current time of the elections
	 * @throws IllegalArgumentException if there is no such tick, or more than one, or the
	 * moment is not part of its schedule, or in the future
	 */
	public void missed(String tick, Instant moment) {
		String election = this.ticks.election(tick);
		Map.Entry<String, String> note = this.ticks.noteBefore(tick, moment);
		revoke(election);
		this.store.note(key(election), note.getKey(), note.getValue());
		grant(election);
		this.ticks.call(tick);
	}

	/**
	 * Moves time. Each task that becomes due is run at its time: renewals, cool-downs,
	 * drain timeouts, scheduled handovers.
	 * @param by the duration; not negative
	 * @throws IllegalArgumentException if the duration is negative
	 */
	public void advance(Duration by) {
		this.time.advance(by);
	}

	/**
	 * Waits until all due tasks are done, without moving time, for example after the
	 * application was asked to step down.
	 */
	public void settle() {
		this.time.settle();
	}

	/**
	 * Returns the events of leader election since the test began, oldest first.
	 * @return the events
	 */
	public List<LeaderElectionEvent> events() {
		this.time.settle();
		return this.events.list();
	}

	/**
	 * Returns the events of a type since the test began, oldest first.
	 * @param <E> the type
	 * @param type the type, such as {@code LeadershipGrantedEvent.class}
	 * @return the events
	 */
	public <E extends LeaderElectionEvent> List<E> events(Class<E> type) {
		return events().stream().filter(type::isInstance).map(type::cast).toList();
	}

	/**
	 * Clears the recorded events.
	 */
	public void clearEvents() {
		this.time.settle();
		this.events.clear();
	}

	/** Sets every election to the initial state of a test. */
	void begin(LeaderElectionTest test) {
		List<String> only = Arrays.asList(test.only());
		if (!test.leading() && !only.isEmpty()) {
			throw new IllegalStateException(
					"@LeaderElectionTest names elections in 'only', but does not lead. Add leading = true");
		}
		only.forEach(this::joined);
		Predicate<String> leads = (election) -> test.leading()
				&& (only.isEmpty() || only.contains(election) || only.contains(Partition.electionOf(election)));
		openOnly(leads);
		List<LeaderElection> elections = this.elections.all();
		elections.forEach(this::resume);
		elections.forEach(this::endCoolDown);
		elections.forEach(this::forgetCheckpoints);
		for (LeaderElection election : elections) {
			if (leads.test(election.name())) {
				grant(election.name());
			}
			else {
				revoke(election.name());
			}
		}
		clearEvents();
	}

	/** Ends a pause, which would otherwise affect the next test. */
	private void resume(LeaderElection election) {
		this.time.settle();
		if (election.status().state() == ElectionState.PAUSED) {
			election.resume();
			this.time.settle();
		}
	}

	/**
	 * Ends a cool-down, which would otherwise affect the next test if it is long. A leap
	 * of time ends every lease; the test decides who leads after that.
	 */
	private void endCoolDown(LeaderElection election) {
		if (election.isLeader()) {
			return;
		}
		revoke(election.name());
		boolean over = reach(() -> !isAbstaining(election));
		for (Duration leap = LONGEST_WAIT; !over && leap.compareTo(LONGEST_LEAP) <= 0; leap = leap.multipliedBy(2)) {
			this.time.leap(leap);
			over = !isAbstaining(election);
		}
	}

	/** Removes earlier checkpoints. Revokes a term, which would write them again. */
	private void forgetCheckpoints(LeaderElection election) {
		if (!checkpoints(election.name()).isEmpty()) {
			revoke(election.name());
			this.store.forgetCheckpoints(key(election.name()));
		}
	}

	private boolean isAbstaining(LeaderElection election) {
		return election.status().state() == ElectionState.FOLLOWER && this.store.isAbstaining(key(election.name()));
	}

	private void await(String goal, LeaderElection election, BooleanSupplier reached) {
		if (!reach(reached)) {
			throw new IllegalStateException("The application does not " + goal + ": " + describe(election));
		}
	}

	/** Moves time until the condition is met; returns false after the longest wait. */
	private boolean reach(BooleanSupplier reached) {
		this.time.settle();
		long until = this.time.ticker().nanos() + LONGEST_WAIT.toNanos();
		while (!reached.getAsBoolean()) {
			if (this.time.ticker().nanos() > until || !this.time.advanceToNext()) {
				return false;
			}
		}
		return true;
	}

	private static String describe(LeaderElection election) {
		ElectionState state = election.status().state();
		return "in election '" + election.name() + "' it is " + state + switch (state) {
			case STOPPED -> ", as before the context has started or after the election was left";
			case PAUSED -> ", so it was paused, or is not eligible to lead";
			case SUSPENDED -> ", so it keeps the lease and leads only after unsuspend()";
			case DRAINING -> ", so work of its term still runs";
			case FOLLOWER -> ", and does not contend if work of a former term has not ended, or before a cool-down is "
					+ "over, which advance(...) can end";
			default -> "";
		};
	}

	private ElectionKey key(String election) {
		return new ElectionKey(this.elections.namespace(), election);
	}

}
