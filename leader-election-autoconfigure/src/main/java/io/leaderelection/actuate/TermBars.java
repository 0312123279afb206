/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.leaderelection.LedTerm;

/**
 * Draws who led when, as bars over a span of time. Each drawing includes a text with the
 * same content.
 */
final class TermBars {

	private static final int WIDTH = 1000;

	private static final int MARGIN = 4;

	/** The maximum number of leaders in one drawing. */
	private static final int LANES = 8;

	/** The spans of time that the strip of an election can cover. */
	private static final List<Duration> SPANS = List.of(Duration.ofMinutes(5), Duration.ofMinutes(15),
			Duration.ofHours(1), Duration.ofHours(6), Duration.ofDays(1));

	/** The maximum number of terms in one strip. */
	private static final int STRIP_TERMS = 12;

	private final Instant start;

	private final Instant now;

	private TermBars(Instant start, Instant now) {
		this.start = start;
		this.now = start.isBefore(now) ? now : start.plusMillis(1);
	}

	/** Returns bars of many elections over the same span, up to a day. */
	static TermBars ofMany(Stream<List<LedTerm>> histories, Instant now) {
		Instant oldest = histories.flatMap((history) -> lastOf(history).stream())
			.map(LedTerm::from)
			.min(Instant::compareTo)
			.orElse(now);
		Duration span = SPANS.stream()
			.filter((one) -> !oldest.isBefore(now.minus(one)))
			.findFirst()
			.orElse(SPANS.get(SPANS.size() - 1));
		return new TermBars(now.minus(span), now);
	}

	/**
	 * Returns bars of one election from its oldest known term on. The beginning of that
	 * term may be cut off to leave room for the others.
	 */
	static TermBars ofOne(List<LedTerm> history, Instant now) {
		if (history.isEmpty()) {
			return new TermBars(now, now);
		}
		Instant from = history.get(0).from();
		Instant until = history.get(0).until();
		Instant cut = (until != null) ? until.minus(Duration.between(until, now).dividedBy(4)) : from;
		return new TermBars(cut.isAfter(from) ? cut : from, now);
	}

	Instant start() {
		return this.start;
	}

	Duration span() {
		return Duration.between(this.start, this.now);
	}

	/** Draws one strip. Terms of this instance are higher than those of others. */
	void strip(Markup page, List<LedTerm> history) {
		List<LedTerm> terms = lastOf(history).stream().filter((term) -> !end(term).isBefore(this.start)).toList();
		long own = terms.stream().filter(LedTerm::own).count();
		page.open("svg class=\"strip\" role=\"img\" viewBox=\"0 0 1000 16\" preserveAspectRatio=\"none\"");
		page.element("title", (terms.size() == 1 ? "1 term, " : terms.size() + " terms, ") + own + " of this instance");
		for (LedTerm term : terms) {
			bar(page, term.own() ? "own" : "other", term.from(), end(term), term.own() ? 0 : 6, term.own() ? 16 : 10)
				.close("rect");
		}
		page.close("svg");
	}

	/**
	 * Draws one lane for each leader, latest first, and one for the time without a
	 * leader.
	 */
	void lanes(Markup page, List<LedTerm> history) {
		Map<String, List<LedTerm>> lanes = new LinkedHashMap<>();
		List<LedTerm> latestFirst = new ArrayList<>(history);
		Collections.reverse(latestFirst);
		for (LedTerm term : latestFirst) {
			boolean room = lanes.size() < LANES || lanes.containsKey(term.leader());
			lanes.computeIfAbsent(room ? term.leader() : "others", (leader) -> new ArrayList<>()).add(term);
		}
		page.open("ul class=\"lanes\"");
		lanes.forEach((leader, terms) -> {
			boolean own = terms.get(0).own();
			lane(page, leader + (own ? " (this instance)" : ""), own ? "own" : "other", terms);
		});
		List<LedTerm> gaps = gaps(history);
		if (!gaps.isEmpty()) {
			lane(page, "no known leader", "nobody", gaps);
		}
		page.close("ul");
		page.open("p class=\"axis\"");
		page.raw(Moments.time(this.start)).element("span", Moments.text(span())).raw(Moments.time(this.now));
		page.close("p");
	}

	private void lane(Markup page, String name, String kind, List<LedTerm> terms) {
		Duration sum = terms.stream()
			.map((term) -> Duration.between(term.from(), end(term)))
			.reduce(Duration.ZERO, Duration::plus);
		page.open("li").element("span class=\"who\"", name);
		page.open("svg role=\"img\" viewBox=\"0 0 1000 16\" preserveAspectRatio=\"none\"");
		page.element("title", name);
		String text = ((terms.size() == 1) ? "once" : terms.size() + " times") + ", " + Moments.text(sum)
				+ (terms.stream().anyMatch((term) -> term.until() == null) ? ", now" : "");
		page.element("desc", text);
		for (LedTerm term : terms) {
			bar(page, kind, term.from(), end(term), 0, 16)
				.element("title",
						Moments.plain(term.from()) + ", for " + Moments.text(Duration.between(term.from(), end(term))))
				.close("rect");
		}
		page.close("svg");
		page.element("span class=\"sum\" aria-hidden=\"true\"", text);
		page.close("li");
	}

	/** Returns the times between the terms, as terms without a leader. */
	private List<LedTerm> gaps(List<LedTerm> history) {
		List<LedTerm> gaps = new ArrayList<>();
		for (int i = 0; i < history.size(); i++) {
			Instant from = end(history.get(i));
			Instant until = (i + 1 < history.size()) ? history.get(i + 1).from() : this.now;
			if (from.isBefore(until)) {
				gaps.add(new LedTerm("", 0, from, until, false, null));
			}
		}
		return gaps;
	}

	private Markup bar(Markup page, String kind, Instant from, Instant until, int top, int height) {
		int left = place(from);
		int width = place(until) - left;
		// Leaves a gap before the next bar if there is room
		return page.raw("<rect class=\"" + kind + "\" x=\"" + left + "\" y=\"" + top + "\" width=\""
				+ ((width > MARGIN) ? width - 2 : 2) + "\" height=\"" + height + "\">");
	}

	private int place(Instant moment) {
		double part = (double) Duration.between(this.start, moment).toMillis() / span().toMillis();
		return (int) Math.round(WIDTH * Math.max(0, Math.min(1, part)));
	}

	private Instant end(LedTerm term) {
		Instant until = term.until();
		return (until != null) ? until : this.now;
	}

	private static List<LedTerm> lastOf(List<LedTerm> history) {
		return history.subList(Math.max(0, history.size() - STRIP_TERMS), history.size());
	}

}
