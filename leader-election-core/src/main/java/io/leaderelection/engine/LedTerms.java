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
 * The latest terms of an election that this candidate knows of. Each change can be
 * applied again without effect.
 */
final class LedTerms {

	static final int LENGTH = 100;

	private final Deque<LedTerm> terms = new ArrayDeque<>();

	/**
	 * Another leader is known, or none.
	 * @param leader the leader, or {@code null}
	 * @param own whether this candidate leads
	 * @param now the time by the wall clock
	 */
	synchronized void leaderIs(@Nullable Leader leader, boolean own, Instant now) {
		LedTerm last = this.terms.peekLast();
		if (leader == null) {
			if (last != null && last.until() == null) {
				replaceLast(ended(last, now, last.cause()));
			}
		}
		else if (last == null || last.fencingToken() != leader.fencingToken() || !last.leader().equals(leader.id())) {
			Instant from = own ? now : begin(leader.since(), last, now);
			if (last != null && last.until() == null) {
				replaceLast(ended(last, from, last.cause()));
			}
			if (this.terms.size() == LENGTH) {
				this.terms.removeFirst();
			}
			this.terms.addLast(new LedTerm(sameText(leader.id()), leader.fencingToken(), from, null, own, null));
		}
		else if (!own && last.until() != null) {
			// It was led on while this candidate did not see it
			replaceLast(ended(last, null, null));
		}
	}

	/** The state of this candidate has changed. */
	synchronized void transited(Transition transition) {
		LedTerm last = this.terms.peekLast();
		Long token = transition.fencingToken();
		if (transition.from() == ElectionState.LEADER && last != null && last.own() && token != null
				&& token == last.fencingToken()) {
			replaceLast(ended(last, transition.at(), transition.cause()));
		}
	}

	/** The terms, oldest first. */
	synchronized List<LedTerm> list() {
		return List.copyOf(this.terms);
	}

	/** The clocks of other processes may be wrong. */
	private static Instant begin(Instant since, @Nullable LedTerm former, Instant now) {
		Instant begin = since.isAfter(now) ? now : since;
		if (former == null) {
			return begin;
		}
		Instant end = former.until();
		Instant earliest = (end != null) ? end : former.from();
		return begin.isBefore(earliest) ? earliest : begin;
	}

	/** Few candidates lead many terms: their ids are kept once. */
	private String sameText(String id) {
		for (LedTerm term : this.terms) {
			if (term.leader().equals(id)) {
				return term.leader();
			}
		}
		return id;
	}

	private static LedTerm ended(LedTerm term, @Nullable Instant until, @Nullable TransitionCause cause) {
		// The wall clock may have stepped back
		Instant end = (until != null && until.isBefore(term.from())) ? term.from() : until;
		return new LedTerm(term.leader(), term.fencingToken(), term.from(), end, term.own(), cause);
	}

	private void replaceLast(LedTerm term) {
		this.terms.removeLast();
		this.terms.addLast(term);
	}

}
