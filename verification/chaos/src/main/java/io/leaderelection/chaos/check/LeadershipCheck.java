/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.chaos.check;

import java.util.List;

import io.leaderelection.chaos.history.History.Entry;

/**
 * Who believed beside or after whom (I1, I2).
 * <p>
 * The order of tokens makes the check sharper than a comparison of instants: once a term
 * was certainly believed, nobody may be told any more that it leads in an older term. A
 * question asked after that which is answered with yes is a violation, be it one answer
 * or many. A process that was stopped between answer and stamp raises no alarm, since its
 * question was asked before.
 */
final class LeadershipCheck {

	static final String IN_DECLARED = "overlaps in windows that leave what is promised";

	static final String POSSIBLE = "possible overlaps, within the time of one answer";

	static final String TRUE_AFTER_FREEZE = "answers 'yes' that reached their caller late, by a stop in between";

	/** What no stop is needed for. */
	private static final long PROMPT = 20_000_000;

	private final Run run;

	private final Findings findings;

	LeadershipCheck(Run run, Findings findings) {
		this.run = run;
		this.findings = findings;
	}

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
			// One answer at the end of a term may find the term gone
			if (entry.event().number("count") > 1) {
				this.findings.violated(Invariant.I2, entry.place() + ": leads without a token");
			}
		}
	}

	private void ownersOfTokens(ElectionHistory election) {
		for (int i = 0; i < election.terms.size(); i++) {
			for (int j = i + 1; j < election.terms.size(); j++) {
				Term one = election.terms.get(i);
				Term other = election.terms.get(j);
				if (one.token == other.token && one.isOwned() && other.isOwned()) {
					this.findings.violated(Invariant.I2, one + " and " + other + ": one token, two owners");
				}
			}
		}
	}

	private void compare(Term one, Term other) {
		if (one.process.equals(other.process)) {
			// Their order is that of their events
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

	/** Needed for terms of one token only, which have no order. */
	private static boolean overlap(Term one, Term other) {
		return one.token == other.token
				&& (one.lastBefore() > other.firstAfter() && other.lastBefore() > one.firstAfter());
	}

	private void conflict(Term older, Term newer) {
		if (older.before() > newer.after()) {
			Interval fall = new Interval(newer.after(), older.before());
			if (this.run.breaksPromise(fall)) {
				this.findings.apart("tokens that fell in windows that leave what is promised", fall.length(),
						older.first().entry().place());
				return;
			}
			this.findings.violated(Invariant.I2, "%s begins (%s) after %s (%s)".formatted(older,
					older.first().entry().place(), newer, newer.last().entry().place()));
			return;
		}
		long from = Math.max(older.firstAfter(), newer.firstAfter());
		long both = Math.min(older.lastBefore(), newer.lastBefore());
		Interval overlap = new Interval(Math.min(from, older.lastBefore()), (both >= from) ? both : older.lastBefore());
		String places = "%s (%s) and %s (%s)".formatted(older, older.last().entry().place(), newer,
				newer.first().entry().place());
		if (this.run.breaksPromise(overlap)) {
			this.findings.apart(IN_DECLARED, overlap.length(), places);
			if (overlap.length() > this.run.healBound()) {
				this.findings.violated(Invariant.I1, places + " overlap by " + Findings.millis(overlap.length())
						+ ": longer than a broken promise explains");
			}
			return;
		}
		this.findings.violated(Invariant.I1,
				places + " overlap by " + Findings.millis(overlap.length()) + " from stamp " + overlap.from());
	}

}
