/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.history.History.Entry;
import io.leaderelection.history.Invariant;

/**
 * Checks which processes believed that they lead, and in which order (I1, I2).
 * <p>
 * The order of tokens makes the check stricter than a comparison of instants: once a term
 * was certainly believed, no process may be answered that it leads in an older one. Every
 * later question that is answered with yes is a violation, even a single one. A process
 * that was stopped between answer and stamp raises no alarm, because it asked before.
 *
 * @param run the run
 * @param findings receives what it finds
 */
record LeadershipCheck(Run run, Findings findings) {

	static final String IN_DECLARED = "overlaps in windows outside the guarantees";

	static final String POSSIBLE = "possible overlaps, within the time of one answer";

	static final String TRUE_AFTER_FREEZE = "answers 'yes' that reached their caller late, because of a stop";

	/** The longest delay that occurs without a stop. */
	private static final long PROMPT = 20_000_000;

	void check(ElectionHistory election) {
		List<Term> terms = election.believed;
		for (int i = 0; i < terms.size(); i++) {
			for (int j = i + 1; j < terms.size(); j++) {
				compare(terms.get(i), terms.get(j));
			}
			for (Belief belief : terms.get(i).beliefs) {
				if (belief.longestBracket() > PROMPT) {
					this.findings.apart(TRUE_AFTER_FREEZE, belief.longestBracket(), belief.entry().place());
				}
			}
		}
		ownersOfTokens(election);
		for (Entry entry : election.withoutToken) {
			// One answer at the end of a term may arrive after the term
			if (entry.event().number("count") > 1) {
				this.findings.violated(Invariant.I2_RISING_TOKENS, entry.place() + ": leads without a token");
			}
		}
	}

	private void ownersOfTokens(ElectionHistory election) {
		for (int i = 0; i < election.terms.size(); i++) {
			for (int j = i + 1; j < election.terms.size(); j++) {
				Term one = election.terms.get(i);
				Term other = election.terms.get(j);
				if (one.token == other.token && one.isOwned() && other.isOwned()) {
					this.findings.violated(Invariant.I2_RISING_TOKENS,
							one + " and " + other + ": one token, two owners");
				}
			}
		}
	}

	private void compare(Term one, Term other) {
		if (one.process.equals(other.process)) {
			// Terms of one process are ordered by their events
			return;
		}
		Term older = (one.token <= other.token) ? one : other;
		Term newer = (one.token <= other.token) ? other : one;
		if (older.lastBefore() > newer.firstAfter() || overlap(one, other)) {
			conflict(older, newer);
			return;
		}
		Interval possible = new Interval(older.before(), older.after())
			.intersection(new Interval(newer.before(), newer.after()));
		if (possible.length() > 0) {
			this.findings.apart(POSSIBLE, possible.length(),
					older.last().entry().place() + " and " + newer.first().entry().place());
		}
	}

	/** Needed only for terms with the same token, which have no order. */
	private static boolean overlap(Term one, Term other) {
		return one.token == other.token
				&& (one.lastBefore() > other.firstAfter() && other.lastBefore() > one.firstAfter());
	}

	private void conflict(Term older, Term newer) {
		if (older.before() > newer.after()) {
			Interval fall = new Interval(newer.after(), older.before());
			if (this.run.isOutsideGuarantees(fall)) {
				this.findings.apart("tokens that fell in windows outside the guarantees", fall.length(),
						older.first().entry().place());
				return;
			}
			this.findings.violated(Invariant.I2_RISING_TOKENS, "%s begins (%s) after %s (%s)".formatted(older,
					older.first().entry().place(), newer, newer.last().entry().place()));
			return;
		}
		long from = Math.max(older.firstAfter(), newer.firstAfter());
		long both = Math.min(older.lastBefore(), newer.lastBefore());
		Interval overlap = new Interval(Math.min(from, older.lastBefore()), (both >= from) ? both : older.lastBefore());
		String places = "%s (%s) and %s (%s)".formatted(older, older.last().entry().place(), newer,
				newer.first().entry().place());
		if (this.run.isOutsideGuarantees(overlap)) {
			this.findings.apart(IN_DECLARED, overlap.length(), places);
			if (overlap.length() > this.run.healBound()) {
				this.findings.violated(Invariant.I1_EXCLUSIVE_LEADERSHIP, places + " overlap by "
						+ Findings.millis(overlap.length()) + ": too long even for a fault outside the guarantees");
			}
			return;
		}
		this.findings.violated(Invariant.I1_EXCLUSIVE_LEADERSHIP,
				places + " overlap by " + Findings.millis(overlap.length()) + " from stamp " + overlap.from());
	}

}
