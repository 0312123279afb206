/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds terms of different leaders that overlap.
 * <p>
 * An answer was true at some instant between question and answer. Therefore the leader
 * certainly led a term from the first received answer that affirmed it to the last
 * question sent before such an answer, because a token is never used for two terms. Two
 * such spans that overlap, or an answer that lies completely within the span of another
 * term, prove an overlap. Windows that only touch at their edges prove nothing, so a slow
 * answer causes no false alarm.
 */
final class OverlapCheck {

	private OverlapCheck() {
	}

	static List<String> overlaps(Collection<Answer> answers) {
		List<Term> terms = terms(answers);
		List<String> overlaps = new ArrayList<>();
		for (int i = 0; i < terms.size(); i++) {
			for (int j = i + 1; j < terms.size(); j++) {
				if (terms.get(i).overlaps(terms.get(j))) {
					overlaps.add(terms.get(i) + " and " + terms.get(j));
				}
			}
		}
		return overlaps;
	}

	/** Returns the number of different terms that answers affirmed. */
	static int countTerms(Collection<Answer> answers) {
		return terms(answers).size();
	}

	private static List<Term> terms(Collection<Answer> answers) {
		Map<String, Term> terms = new LinkedHashMap<>();
		for (Answer answer : answers) {
			if (answer.leading()) {
				String key = answer.instance() + " with token " + answer.fencingToken();
				terms.computeIfAbsent(key, (name) -> new Term(name, new ArrayList<>())).answers().add(answer);
			}
		}
		return List.copyOf(terms.values());
	}

	private record Term(String name, List<Answer> answers) {

		long from() {
			return this.answers.stream().mapToLong(Answer::received).min().orElseThrow();
		}

		long until() {
			return this.answers.stream().mapToLong(Answer::sent).max().orElseThrow();
		}

		boolean overlaps(Term other) {
			boolean bothHaveSpans = from() <= until() && other.from() <= other.until();
			boolean spansMeet = Math.max(from(), other.from()) <= Math.min(until(), other.until());
			return (bothHaveSpans && spansMeet) || contains(other) || other.contains(this);
		}

		private boolean contains(Term other) {
			return other.answers.stream().anyMatch((answer) -> answer.sent() >= from() && answer.received() <= until());
		}

		@Override
		public String toString() {
			return this.name + " (" + from() + " to " + until() + ")";
		}

	}

}
