/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.leaderelection.LeadershipContext;
import io.leaderelection.OnLoss;
import io.leaderelection.protocol.Rig;
import io.leaderelection.store.Checkpoints;
import io.leaderelection.store.Nonce;
import io.leaderelection.store.StoredTerm;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Runs work, the end of its term and their interrupts in many orders in Lincheck's model
 * checker.
 */
@Tag("model-checking")
class TermModelTests {

	private static Term term(OwnerWithoutEngine owner) {
		return new Term(owner, new StoredTerm(Rig.KEY, new Nonce(0, 1), 1), Checkpoints.NONE);
	}

	/** An owner that counts reports of the end of work. */
	private static final class Counted extends OwnerWithoutEngine {

		private final AtomicInteger inside = new AtomicInteger();

		private volatile boolean notified;

		private final Term term = term(this);

		@Override
		public void workEnded(long token) {
			super.workEnded(token);
			ModelCheck.check(this.notified, "released before listeners were notified");
			ModelCheck.check(this.inside.get() == 0, "released under running work");
		}

		void call() {
			EnteredCall call = this.term.enter(OnLoss.CONTINUE);
			if (call != null) {
				this.inside.incrementAndGet();
				ModelCheck.check(this.ended.get() == 0, "entered after the work was over");
				this.inside.decrementAndGet();
				call.close();
			}
		}

		void detachedCall() {
			EnteredCall call = this.term.enter(OnLoss.CONTINUE);
			if (call != null) {
				this.inside.incrementAndGet();
				DetachedCall detached = call.detach(() -> {
				});
				ModelCheck.check(this.ended.get() == 0, "the work was over when it was detached");
				this.inside.decrementAndGet();
				detached.close();
			}
		}

		void handover() {
			this.term.close();
			notifyListeners();
		}

		void notifyListeners() {
			this.notified = true;
			this.term.notified();
		}

		void verify() {
			ModelCheck.check(this.ended.get() == 1, "reported " + this.ended.get() + " times");
			ModelCheck.check(this.term.isOver(), "not over");
			ModelCheck.check(this.term.enter(OnLoss.CONTINUE) == null, "entered a closed term");
			ModelCheck.check(LeadershipContext.get() == null, "still bound");
		}

	}

	@Test
	void drainCountsEveryCall() {
		ModelCheck.explore(() -> {
			Counted work = new Counted();
			ModelCheck.run(work::call, work::call, work::handover);
			work.verify();
		});
	}

	@Test
	void endOfTheWorkIsReportedOnce() {
		ModelCheck.explore(() -> {
			Counted work = new Counted();
			EnteredCall call = enter(work.term);
			work.inside.incrementAndGet();
			work.term.close();
			ModelCheck.Task listeners = ModelCheck.start(work::notifyListeners);
			work.inside.decrementAndGet();
			call.close();
			ModelCheck.joinAll(listeners);
			work.verify();
		});
	}

	@Test
	void callsThatEndTogetherAreBothCounted() {
		ModelCheck.explore(() -> {
			Counted work = new Counted();
			DetachedCall one = detach(work.term);
			DetachedCall other = detach(work.term);
			work.handover();
			ModelCheck.Task end = ModelCheck.start(one::close);
			other.close();
			ModelCheck.joinAll(end);
			work.verify();
		});
	}

	@Test
	void drainCountsEveryDetachedCall() {
		ModelCheck.explore(() -> {
			Counted work = new Counted();
			ModelCheck.run(work::detachedCall, work::call, work::handover);
			work.verify();
		});
	}

	@Test
	void interruptOnLossIsClearedWithItsCall() {
		ModelCheck.explore(() -> {
			Term term = term(new OwnerWithoutEngine());
			EnteredCall call = enter(term);
			closeWhile(call, () -> lose(term));
		});
	}

	@Test
	void interruptOfAStalledCallIsClearedWithIt() {
		ModelCheck.explore(() -> {
			EnteredCall call = enter(term(new OwnerWithoutEngine()));
			closeWhile(call, call::interrupt);
		});
	}

	private static void closeWhile(EnteredCall call, Runnable interruption) {
		ModelCheck.Task other = ModelCheck.start(interruption);
		call.close();
		ModelCheck.check(!Thread.interrupted(), "interrupted outside");
		ModelCheck.check(!ModelCheck.joinAll(other), "interrupted later");
	}

	@Test
	void interruptOfAnotherCallerIsKept() {
		ModelCheck.explore(() -> {
			Term term = term(new OwnerWithoutEngine());
			EnteredCall call = term.enter(OnLoss.CONTINUE);
			Thread self = Thread.currentThread();
			ModelCheck.Task loss = ModelCheck.start(() -> lose(term));
			ModelCheck.Task other = ModelCheck.start(self::interrupt);
			call.close();
			ModelCheck.check(ModelCheck.joinAll(loss, other), "swallowed");
		});
	}

	@Test
	void interruptOfTheEnclosingCallIsKept() {
		ModelCheck.explore(() -> {
			Term outerTerm = term(new OwnerWithoutEngine());
			Term innerTerm = term(new OwnerWithoutEngine());
			EnteredCall outer = enter(outerTerm);
			EnteredCall inner = enter(innerTerm);
			lose(innerTerm);
			ModelCheck.Task outerLoss = ModelCheck.start(() -> lose(outerTerm));
			inner.close();
			ModelCheck.check(ModelCheck.joinAll(outerLoss), "swallowed");
			Thread.currentThread().interrupt();
			outer.close();
			ModelCheck.check(!Thread.interrupted(), "interrupted outside");
		});
	}

	@Test
	void lossStopsACallOnceEvenIfDetached() {
		ModelCheck.explore(() -> {
			Term term = term(new OwnerWithoutEngine());
			AtomicInteger cancelled = new AtomicInteger();
			EnteredCall call = enter(term);
			AtomicBoolean lost = new AtomicBoolean();
			ModelCheck.Task loss = ModelCheck.start(() -> {
				lose(term);
				lost.set(true);
			});
			DetachedCall detached = call.detach(cancelled::incrementAndGet);
			ModelCheck.check(!Thread.interrupted(), "interrupted after it was detached");
			boolean before = lost.get();
			detached.close();
			int atMost = cancelled.get();
			ModelCheck.check(!before || atMost == 1, "lost and cancelled " + atMost + " times");
			ModelCheck.check(!ModelCheck.joinAll(loss), "interrupted later");
			ModelCheck.check(cancelled.get() <= 1, "cancelled twice");
		});
	}

	@Test
	void lossAndStallCancelADetachedCallOnce() {
		ModelCheck.explore(() -> {
			Term term = term(new OwnerWithoutEngine());
			AtomicInteger cancelled = new AtomicInteger();
			EnteredCall call = enter(term);
			ModelCheck.Task loss = ModelCheck.start(() -> lose(term));
			DetachedCall detached = call.detach(cancelled::incrementAndGet);
			detached.interrupt();
			ModelCheck.check(!ModelCheck.joinAll(loss), "interrupted later");
			ModelCheck.check(cancelled.get() == 1, "cancelled " + cancelled.get() + " times");
			detached.close();
		});
	}

	@Test
	void actionsOnLossRunOnce() {
		ModelCheck.explore(() -> {
			Term term = term(new OwnerWithoutEngine());
			AtomicInteger ran = new AtomicInteger();
			ModelCheck.run(() -> term.onLost(ran::incrementAndGet), () -> term.onLost(ran::incrementAndGet), () -> {
				term.close();
				term.runOnLost();
			});
			ModelCheck.check(ran.get() == 2, "ran " + ran.get() + " times");
		});
	}

	private static EnteredCall enter(Term term) {
		EnteredCall call = term.enter(OnLoss.INTERRUPT);
		ModelCheck.check(call != null, "not entered");
		return call;
	}

	private static DetachedCall detach(Term term) {
		return enter(term).detach(() -> {
		});
	}

	private static void lose(Term term) {
		term.close();
		term.interrupt();
		term.notified();
	}

}
