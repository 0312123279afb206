/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.leaderelection.protocol.Entropy;
import io.leaderelection.protocol.Preference;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.support.Evidence;
import io.leaderelection.time.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * A scripted run of two elections with two candidates: first grant, renewals, loss,
 * voluntary handover, leave and rejoin, an outage of the store, shutdown. One call
 * through a seam throws; a failed call of the script itself is repeated, like by a user.
 * In manual time, checked ten times a second.
 */
final class ScriptedLife {

	static final List<String> ELECTIONS = List.of("billing", "orders");

	static final Duration LEASE = Duration.ofSeconds(15);

	static final Duration OPERATION_TIMEOUT = Duration.ofSeconds(3);

	private static final Duration LOOK = Duration.ofMillis(100);

	private static final int MOST_ATTEMPTS = 50;

	static final String NAMESPACE = "n";

	final ManualTime time = new ManualTime();

	final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	/** Runs long work. */
	final Scheduler tasks = this.time.newScheduler();

	/** The same in every run. */
	final Entropy entropy = new Entropy() {

		private final Random random = new Random(4711);

		@Override
		public Nonce nonce() {
			return new Nonce(this.random.nextLong(), this.random.nextLong());
		}

		@Override
		public double jitter() {
			return this.random.nextDouble();
		}

	};

	final Seams seams;

	/** The findings. */
	final List<String> findings = new ArrayList<>();

	/** The longest time in which an election had no leader, from the fault on. */
	private final Map<String, Long> vacancies = new TreeMap<>();

	/** The longest time in which a candidate neither led nor followed in an election. */
	private final Map<String, Long> disturbances = new TreeMap<>();

	private final Map<String, Long> since = new TreeMap<>();

	private final SeamCandidate a;

	private final SeamCandidate b;

	ScriptedLife(int throwAt, Duration duration) {
		this(throwAt, duration, null, null);
	}

	private ScriptedLife(int throwAt, Duration duration, @Nullable Preference ofA, @Nullable Preference ofB) {
		this.seams = new Seams(throwAt, duration, this.time);
		this.a = new SeamCandidate("a", this, ofA);
		this.b = new SeamCandidate("b", this, ofB);
	}

	/** Returns a run in which b is preferred. */
	static ScriptedLife withPriority(int throwAt, Duration duration) {
		return new ScriptedLife(throwAt, duration, priority(0), priority(1));
	}

	private static Preference priority(int priority) {
		return new Preference(priority, false, Duration.ofSeconds(2));
	}

	/** A finding. */
	void finding(String what) {
		this.findings.add(what);
	}

	/** Runs to the end. */
	ScriptedLife live() {
		this.seams.begin();
		start(this.a);
		start(this.b);
		pass(Duration.ofSeconds(12));
		lose("billing");
		pass(Duration.ofSeconds(8));
		leader("orders").ifPresent((leader) -> attempt(() -> leader.election("orders").stepDown()));
		pass(Duration.ofSeconds(8));
		this.b.leave("billing");
		pass(Duration.ofSeconds(2));
		join(this.b, "billing");
		pass(Duration.ofSeconds(5));
		down(true);
		pass(Duration.ofSeconds(8));
		down(false);
		pass(Duration.ofSeconds(10));
		attempt(() -> this.a.engine.stop());
		pass(Duration.ofSeconds(10));
		this.seams.end();
		pass(LEASE.multipliedBy(2));
		checkLeaders();
		close();
		return this;
	}

	/** Runs to the end of a handover to the preferred candidate. */
	ScriptedLife liveToHandover() {
		this.seams.begin();
		start(this.a);
		start(this.b);
		pass(Duration.ofSeconds(15));
		this.seams.end();
		// A failed bid is repeated after a back-off, and a term may have expired
		pass(LEASE.multipliedBy(4));
		checkLeaders();
		close();
		return this;
	}

	private void start(SeamCandidate candidate) {
		ELECTIONS.forEach((election) -> join(candidate, election));
		attempt(candidate.engine::start);
		pass(Duration.ofMillis(100));
	}

	private void join(SeamCandidate candidate, String election) {
		attempt(() -> candidate.join(election));
		attempt(() -> candidate.work(election));
	}

	/** Repeats a failed call, like a user. */
	private void attempt(Runnable call) {
		for (int thrown = 0;; thrown++) {
			try {
				call.run();
				return;
			}
			catch (Throwable ex) {
				if (this.seams.thrownIn() == null || thrown > MOST_ATTEMPTS) {
					throw ex;
				}
				if (this.seams.isThrowing()) {
					pass(LOOK);
				}
			}
		}
	}

	private void lose(String election) {
		this.memory.deleteRecord(new ElectionKey(NAMESPACE, election));
	}

	private void down(boolean down) {
		this.a.store.down(down);
		this.b.store.down(down);
	}

	private Optional<SeamCandidate> leader(String election) {
		return Stream.of(this.a, this.b).filter((candidate) -> candidate.leads(election)).findFirst();
	}

	private void pass(Duration duration) {
		for (long left = duration.toMillis(); left > 0; left -= LOOK.toMillis()) {
			try {
				this.time.advance(LOOK);
			}
			catch (Throwable ex) {
				this.findings.add("a thread was ended by " + ex);
			}
			look();
		}
	}

	private void look() {
		for (String election : ELECTIONS) {
			int leaders = (this.a.leads(election) ? 1 : 0) + (this.b.leads(election) ? 1 : 0);
			if (leaders > 1) {
				this.findings.add("two lead " + election);
			}
			note(this.vacancies, "vacancy of " + election, leaders == 0 && this.seams.thrownIn() != null);
			for (SeamCandidate candidate : List.of(this.a, this.b)) {
				note(this.disturbances, candidate.name + " in " + election, candidate.isDisturbed(election));
			}
		}
		this.a.look();
		this.b.look();
	}

	private void note(Map<String, Long> longest, String what, boolean is) {
		long now = this.time.ticker().nanos();
		if (is) {
			long length = now - this.since.computeIfAbsent(what, (absent) -> now);
			longest.merge(what, length, Math::max);
		}
		else {
			this.since.remove(what);
		}
	}

	private void checkLeaders() {
		for (String election : ELECTIONS) {
			if (!this.b.leads(election)) {
				this.findings.add("b does not lead " + election + " at the end: " + this.b.election(election).status());
			}
		}
		this.vacancies.forEach((what, length) -> {
			if (length > LEASE.multipliedBy(2).toNanos()) {
				this.findings.add(what + " of " + Duration.ofNanos(length));
			}
		});
	}

	private void close() {
		for (SeamCandidate candidate : List.of(this.a, this.b)) {
			candidate.engine.stop();
			pass(Duration.ofSeconds(1));
			candidate.engine.close();
			this.time.runDue();
			candidate.check();
		}
		this.tasks.close();
		if (!this.time.schedulers().isEmpty()) {
			this.findings.add(this.time.schedulers().size() + " threads are left");
		}
		if (this.memory.subscriptions() != 0) {
			this.findings.add(this.memory.subscriptions() + " subscriptions are left");
		}
		for (String election : ELECTIONS) {
			ElectionKey key = new ElectionKey(NAMESPACE, election);
			for (ElectionKey any : List.of(key, key.bid())) {
				InMemoryRecord record = this.memory.read(any);
				if (record != null && record.evidence(this.memory.now()).lock() == Evidence.Lock.TERM) {
					this.findings.add("the record of " + any + " is held by nobody");
				}
			}
		}
	}

	/**
	 * Only one election of a candidate may be disturbed by the fault for longer than an
	 * operation timeout.
	 * @param whole a run without an exception
	 */
	List<String> findingsBeside(ScriptedLife whole) {
		List<String> all = new ArrayList<>(this.findings);
		for (SeamCandidate candidate : List.of(this.a, this.b)) {
			List<String> disturbed = new ArrayList<>();
			for (String election : ELECTIONS) {
				String what = candidate.name + " in " + election;
				long usual = whole.disturbances.getOrDefault(what, 0L);
				long length = this.disturbances.getOrDefault(what, 0L);
				if (length > usual + OPERATION_TIMEOUT.toNanos()) {
					disturbed.add(what + " for " + Duration.ofNanos(length) + ", else " + Duration.ofNanos(usual));
				}
			}
			if (disturbed.size() > 1) {
				all.add("disturbed: " + disturbed);
			}
		}
		return all;
	}

}
