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
 * Says for a test whether the application leads, and moves its time. Each method returns
 * when the effect is visible: the state has changed, running work was interrupted or
 * waited for as it should be, and listeners of the application have returned.
 * <p>
 * The time in question is that of leader election alone: leases, timeouts, cool-downs. It
 * stands still until a method moves it, and other clocks of the application do not follow
 * it. To be used by one thread, and not by listeners of leadership, for which its methods
 * wait.
 *
 * @see LeaderElectionTest
 */
public final class LeaderElectionTestSupport {

	/** The id of the instance that leads where the application does not. */
	public static final String OTHER_INSTANCE = "another-instance";

	/** Longer than any lease, and nearly any cool-down, that a test waits for. */
	private static final Duration LONGEST_WAIT = Duration.ofHours(1);

	/** Leaps begin with the longest wait and double: beyond a cool-down of a year. */
	private static final Duration LONGEST_LEAP = LONGEST_WAIT.multipliedBy(8192);

	private final LeaderElections elections;

	private final TestedTicks ticks;

	private final ObedientLeaseStore store;

	private final SteppedTime time;

	private final RecordedEvents events;

	LeaderElectionTestSupport(LeaderElections elections, TestedTicks ticks, ObedientLeaseStore store, SteppedTime time,
			RecordedEvents events) {
		this.elections = elections;
		this.ticks = ticks;
		this.store = store;
		this.time = time;
		this.events = events;
		openOnly((election) -> false);
	}

	/** And the keys of numbers of partitions, which are nothing to lead. */
	private void openOnly(Predicate<String> open) {
		this.store.reset((name) -> this.elections.findPartitioned(name).isPresent() || open.test(name));
	}

	private List<LeaderElection> joined(String election) {
		return this.elections.findPartitioned(election)
			.map(PartitionedElection::partitions)
			.orElseGet(() -> List.of(this.elections.get(election)));
	}

	/**
	 * Makes the application lead. Time moves if it has to, by an hour at most: past a
	 * cool-down, or past the end of a lease that expired. Nothing happens if it leads.
	 * @param election the name of an election, or of one that is divided for all its
	 * partitions
	 * @throws UnknownElectionException if the application does not take part in it
	 * @throws IllegalStateException if it does not come to lead, as while it is paused,
	 * work of a former term still runs, or a longer cool-down is not over
	 */
	public void grant(String election) {
		for (LeaderElection joined : joined(election)) {
			this.store.open(key(joined.name()));
			await("lead", joined, joined::isLeader);
		}
	}

	/**
	 * Makes another instance lead. If the application leads, its store answers the next
	 * renewal, to which time moves, that the term is lost: running work is interrupted,
	 * and the term is revoked with cause {@code LOST}. For a voluntary handover, which
	 * lets work end, call {@link LeaderElection#stepDown()} and {@link #settle()}.
	 * @param election the name of an election, as for {@link #grant}
	 * @throws UnknownElectionException if the application does not take part in it
	 * @throws IllegalStateException if it does not come to follow, as when it has left
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
	 * Lets the application's lease run out, as when its store cannot be reached. Time
	 * moves to the end of the lease: running work is interrupted, and the term is revoked
	 * with cause {@code EXPIRED}. Nobody leads afterwards, and the store stays silent for
	 * this election until {@link #grant} or {@link #revoke}.
	 * @param election the name of an election that the application leads
	 * @throws UnknownElectionException if the application does not take part in it
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
	 * Returns the checkpoints that leaders of an election have noted, as the store has
	 * them.
	 * @param election the name of an election
	 * @return the checkpoints by name, unmodifiable
	 * @throws UnknownElectionException if the application does not take part in it
	 */
	public Map<String, String> checkpoints(String election) {
		this.time.settle();
		return this.store.checkpoints(key(this.elections.get(election).name()));
	}

	/**
	 * Notes something as a former leader would have, for the application to find when it
	 * is granted its next term.
	 * @param election the name of an election that the application does not lead
	 * @param name the name of the checkpoint
	 * @param value its value, or {@code null} to remove it
	 * @throws UnknownElectionException if the application does not take part in it
	 * @throws IllegalStateException if the application leads
	 */
	public void checkpoint(String election, String name, @Nullable String value) {
		LeaderElection joined = this.elections.get(election);
		this.time.settle();
		if (joined.leadership().isPresent()) {
			throw new IllegalStateException("Only the application itself notes something while it leads: "
					+ describe(joined) + ". Call revoke(\"" + election + "\") first, and grant(...) afterwards");
		}
		this.store.note(key(election), name, value);
	}

	/**
	 * Lets the next tick of a job fall, and calls the job as its scheduler does. Time
	 * moves to the moment. If that is more than a minute away, it leaps: a term of the
	 * application then ends, and it is granted the next one before the tick falls. The
	 * method has returned when this returns; what it throws is thrown.
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
	 * Lets a tick of a job fall while nobody leads, all earlier ones having been run, and
	 * the application lead afterwards, which then finds that the tick was missed. The
	 * method has returned when this returns; what it throws is thrown.
	 * @param tick the name of a tick, see
	 * {@link io.leaderelection.annotation.OncePerTick#name()}
	 * @param moment when it fell: a moment of the job's schedule, not later than now by
	 * the time of the elections
	 * @throws IllegalArgumentException if there is no such tick, or more than one, or the
	 * moment is not one of its moments, or still to come
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
	 * Moves time. Tasks that fall due on the way are run at their instant: renewals,
	 * cool-downs, drain timeouts, handovers by schedule.
	 * @param by how far; not negative
	 * @throws IllegalArgumentException if negative
	 */
	public void advance(Duration by) {
		this.time.advance(by);
	}

	/**
	 * Waits until all that is due has been done, without moving time: as after the
	 * application was asked to step down.
	 */
	public void settle() {
		this.time.settle();
	}

	/**
	 * The events of leader election published since the test began, oldest first.
	 * @return the events
	 */
	public List<LeaderElectionEvent> events() {
		this.time.settle();
		return this.events.list();
	}

	/**
	 * The events of a type published since the test began, oldest first.
	 * @param <E> the type
	 * @param type the type, such as {@code LeadershipGrantedEvent.class}
	 * @return the events
	 */
	public <E extends LeaderElectionEvent> List<E> events(Class<E> type) {
		return events().stream().filter(type::isInstance).map(type::cast).toList();
	}

	/**
	 * Forgets the events published so far.
	 */
	public void clearEvents() {
		this.time.settle();
		this.events.clear();
	}

	/** Brings every election to the state in which a test begins. */
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

	/** A pause would outlast the test that asked for it. */
	private void resume(LeaderElection election) {
		this.time.settle();
		if (election.status().state() == ElectionState.PAUSED) {
			election.resume();
			this.time.settle();
		}
	}

	/**
	 * A cool-down would outlast the test that asked for it, if it is long. Where time
	 * leaps, whoever leads loses its lease; the test says who leads after that.
	 */
	private void endCoolDown(LeaderElection election) {
		if (election.isLeader()) {
			return;
		}
		revoke(election.name());
		boolean over = reach(() -> !isShunned(election));
		for (Duration leap = LONGEST_WAIT; !over && leap.compareTo(LONGEST_LEAP) <= 0; leap = leap.multipliedBy(2)) {
			this.time.leap(leap);
			over = !isShunned(election);
		}
	}

	/** Those of a former test; a term that knows them would write them again. */
	private void forgetCheckpoints(LeaderElection election) {
		if (!checkpoints(election.name()).isEmpty()) {
			revoke(election.name());
			this.store.forgetCheckpoints(key(election.name()));
		}
	}

	private boolean isShunned(LeaderElection election) {
		return election.status().state() == ElectionState.FOLLOWER && this.store.isShunned(key(election.name()));
	}

	private void await(String goal, LeaderElection election, BooleanSupplier reached) {
		if (!reach(reached)) {
			throw new IllegalStateException("The application does not come to " + goal + ": " + describe(election));
		}
	}

	/** Moves time until it is reached, or returns false after the longest wait. */
	private boolean reach(BooleanSupplier reached) {
		this.time.settle();
		long until = this.time.in(LONGEST_WAIT);
		while (!reached.getAsBoolean()) {
			if (this.time.in(Duration.ZERO) > until || !this.time.advanceToNext()) {
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
			case DRAINING -> ", so work of its term still runs";
			case FOLLOWER -> ", and does not contend if work of a former term has not ended, or before a cool-down is "
					+ "over, past which advance(...) moves time";
			default -> "";
		};
	}

	private ElectionKey key(String election) {
		return new ElectionKey(this.elections.namespace(), election);
	}

}
