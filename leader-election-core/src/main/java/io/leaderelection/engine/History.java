/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.leaderelection.ElectionState;
import io.leaderelection.Leader;
import io.leaderelection.LedTerm;
import io.leaderelection.Transition;
import io.leaderelection.TransitionCause;
import org.jspecify.annotations.Nullable;

/**
 * The latest terms of an election that this candidate knows of, and its own latest
 * changes of state. Safe to use from any thread.
 */
final class History {

	static final int LENGTH = 100;

	/** The number of changes of state that are kept. */
	private static final int TRANSITIONS = 20;

	private final Deque<LedTerm> terms = new ArrayDeque<>();

	private final Deque<Transition> transitions = new ArrayDeque<>();

	/**
	 * Records a change of the known leader.
	 * @param leader the leader, or {@code null}
	 * @param own whether this candidate leads
	 * @param now the time by the wall clock
	 */
	synchronized void leaderIs(@Nullable Leader leader, boolean own, Instant now) {
		LedTerm last = this.terms.peekLast();
		boolean same = leader != null && last != null && last.fencingToken() == leader.fencingToken()
				&& last.leader().equals(leader.id());
		if (same && !own && last.until() != null) {
			// The same term continued while this candidate did not observe it
			replaceLast(ended(last, null, null));
		}
		else if (leader != null && !same) {
			begin(leader, own, now);
		}
		else if (leader == null) {
			end(last, now);
		}
	}

	private void begin(Leader leader, boolean own, Instant now) {
		LedTerm last = this.terms.peekLast();
		Instant from = own ? now : plausible(leader.since(), last, now);
		end(last, from);
		if (this.terms.size() == LENGTH) {
			this.terms.removeFirst();
		}
		this.terms.addLast(new LedTerm(sameText(leader.id()), leader.fencingToken(), from, null, own, null));
	}

	private void end(@Nullable LedTerm last, Instant at) {
		if (last != null && last.until() == null) {
			replaceLast(ended(last, at, last.cause()));
		}
	}

	/** Records a change of state of this candidate. */
	synchronized void transited(Transition transition) {
		if (this.transitions.size() == TRANSITIONS) {
			this.transitions.removeFirst();
		}
		this.transitions.addLast(transition);
		LedTerm last = this.terms.peekLast();
		Long token = transition.fencingToken();
		if (transition.from() == ElectionState.LEADER && last != null && last.own() && token != null
				&& token == last.fencingToken()) {
			replaceLast(ended(last, transition.at(), transition.cause()));
		}
	}

	/** Returns the changes of state, oldest first. */
	synchronized List<Transition> transitions() {
		return List.copyOf(this.transitions);
	}

	/** Returns the terms, oldest first. */
	synchronized List<LedTerm> list() {
		return List.copyOf(this.terms);
	}

	/** Returns a plausible begin, because clocks of other processes may be wrong. */
	private static Instant plausible(Instant since, @Nullable LedTerm former, Instant now) {
		Instant begin = since.isAfter(now) ? now : since;
		if (former == null) {
			return begin;
		}
		Instant end = former.until();
		Instant earliest = (end != null) ? end : former.from();
		return begin.isBefore(earliest) ? earliest : begin;
	}

	/** Keeps each id once, because few candidates lead many terms. */
	private String sameText(String id) {
		for (LedTerm term : this.terms) {
			if (term.leader().equals(id)) {
				return term.leader();
			}
		}
		return id;
	}

	private static LedTerm ended(LedTerm term, @Nullable Instant until, @Nullable TransitionCause cause) {
		// The wall clock may have been set back
		Instant end = (until != null && until.isBefore(term.from())) ? term.from() : until;
		return new LedTerm(term.leader(), term.fencingToken(), term.from(), end, term.own(), cause);
	}

	private void replaceLast(LedTerm term) {
		this.terms.removeLast();
		this.terms.addLast(term);
	}

}
