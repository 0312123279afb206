/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.leaderelection.LedTerm;
import io.leaderelection.actuate.ElectionDescriptor.LeaderDescriptor;
import io.leaderelection.actuate.ElectionDescriptor.TermDescriptor;
import io.leaderelection.actuate.ElectionDescriptor.TransitionDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Renders the tables of a page.
 */
final class PageTables {

	/** The maximum number of elections on one page. */
	static final int MOST_ROWS = 1024;

	private static final int MOST_TICKS = 100;

	private static final int LATEST = 20;

	private static final String NOTHING = "\u2013";

	private final Markup page;

	private final String instance;

	private final Instant now;

	PageTables(Markup page, String instance, Instant now) {
		this.page = page;
		this.instance = UntrustedText.clean(instance);
		this.now = now;
	}

	/**
	 * Renders a row for each election, with a link to its page.
	 * @param title the title of the table
	 * @param prefix the prefix of the links
	 * @param rows the elections
	 */
	void elections(String title, String prefix, Collection<Row> rows) {
		TermBars bars = TermBars.ofMany(rows.stream().map(Row::history), this.now);
		String more = (rows.size() > MOST_ROWS) ? ", the first " + MOST_ROWS + " are shown" : "";
		begin("elections", title,
				rows.size() + " in all" + more + ". Last column: the last " + Moments.text(bars.span())
						+ ", terms of this instance are high bars, those of others low ones. Times are in UTC.",
				"Election", "State", "Leader", "Term", "Since", "Lease left", "Last terms");
		rows.stream().limit(MOST_ROWS).forEach((row) -> {
			this.page.open("tr").open("th scope=\"row\"");
			link(prefix, row.name());
			this.page.close("th").open("td");
			state(row.election());
			this.page.close("td").open("td");
			leader(row.election().leader());
			this.page.close("td");
			cell(row.election().fencingToken());
			LeaderDescriptor leader = row.election().leader();
			moment((leader != null) ? leader.since() : null);
			cell(remaining(row.election()));
			this.page.open("td");
			bars.strip(this.page, row.history());
			this.page.close("td").close("tr");
		});
		end();
	}

	void link(String prefix, String name) {
		this.page.open("a", "href", prefix + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20"))
			.text(name)
			.close("a");
	}

	/** Renders the state of this instance, and what keeps it from contending. */
	void state(ElectionDescriptor election) {
		String state = election.state();
		this.page.element("span class=\"state " + state.toLowerCase(Locale.ROOT) + "\"", state);
		if (election.withheldBy() != null && !election.withheldBy().equals(List.of(state))) {
			this.page.text(" " + String.join(", ", election.withheldBy()));
		}
	}

	void leader(@Nullable LeaderDescriptor leader) {
		name((leader != null) ? leader.id() : null);
	}

	private void name(@Nullable String id) {
		if (id == null) {
			this.page.element("span class=\"nobody\"", "nobody known");
			return;
		}
		this.page.element("bdi", id);
		if (id.equals(this.instance)) {
			this.page.text(" ").element("span class=\"here\"", "this instance");
		}
	}

	static @Nullable String remaining(ElectionDescriptor election) {
		String remaining = election.leaseRemaining();
		return (remaining != null) ? Moments.text(Duration.parse(remaining)) : null;
	}

	/** Renders elections that are divided into partitions. */
	void divided(String prefix, Map<String, PartitionsDescriptor> divided) {
		begin("divided", "Elections with partitions", "Each partition has a leader of its own.", "Election",
				"Partitions", "Led here", "Led by others", "No known leader", "Remarks");
		divided.forEach((name, one) -> {
			int here = one.leading().size();
			int vacant = (one.vacant() != null) ? one.vacant().size() : 0;
			this.page.open("tr").open("th scope=\"row\"");
			link(prefix, name);
			this.page.close("th");
			cell(one.partitions());
			cell(here);
			cell(Math.max(0, one.partitions() - here - vacant));
			cell(vacant);
			cell(remarks(one));
			this.page.close("tr");
		});
		end();
	}

	static @Nullable String remarks(PartitionsDescriptor divided) {
		return (divided.problem() != null) ? divided.problem()
				: (divided.withheldBy() != null) ? String.join(", ", divided.withheldBy()) : null;
	}

	/** Renders how the partitions are spread. */
	void leaders(Map<String, List<Integer>> leaders) {
		begin("leaders", "Leaders", "How the partitions are spread.", "Leader", "Led", "Partitions");
		leaders.forEach((leader, partitions) -> {
			this.page.open("tr").open("th scope=\"row\"");
			name(leader);
			this.page.close("th");
			cell(partitions.size());
			this.page.open("td").raw(ranges(partitions)).close("td");
			this.page.close("tr");
		});
		end();
	}

	/** Returns sorted numbers as ranges, such as {@code 0-3, 7}. */
	static String ranges(List<Integer> numbers) {
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < numbers.size(); i++) {
			int first = numbers.get(i);
			while (i + 1 < numbers.size() && numbers.get(i + 1) == numbers.get(i) + 1) {
				i++;
			}
			int last = numbers.get(i);
			text.append(text.isEmpty() ? "" : ", ").append(first).append((last > first) ? "-" + last : "");
		}
		return text.toString();
	}

	/** Renders the once-per-tick jobs, by the election and the name of the tick. */
	void ticks(Map<String, Map<String, TickDescriptor>> ticks) {
		int all = ticks.values().stream().mapToInt(Map::size).sum();
		if (all == 0) {
			return;
		}
		begin("ticks", "Ticks",
				all + " in all" + ((all > MOST_TICKS) ? ", the first " + MOST_TICKS + " are shown" : "")
						+ ". The leader knows their last runs. Times are in UTC.",
				"Tick", "Election", "Next", "Last", "State", "Remarks");
		ticks.entrySet()
			.stream()
			.flatMap((election) -> election.getValue()
				.entrySet()
				.stream()
				.map((tick) -> Map.entry(election.getKey(), tick)))
			.limit(MOST_TICKS)
			.forEach((entry) -> tick(entry.getKey(), entry.getValue().getKey(), entry.getValue().getValue()));
		end();
	}

	private void tick(String election, String name, TickDescriptor tick) {
		this.page.open("tr").element("th scope=\"row\"", name);
		cell(election);
		moment(tick.next());
		moment(tick.last());
		cell((tick.running() != null) ? "running" : tick.state());
		cell(tick.problem());
		this.page.close("tr");
	}

	/** Renders the latest transitions, newest first, by the name of the election. */
	void transitions(Map<String, List<TransitionDescriptor>> transitions) {
		begin("transitions", "Transitions", "The latest of this instance, the newest first, times in UTC.", "At",
				"Election", "From", "To", "Cause", "Term");
		transitions.entrySet()
			.stream()
			.flatMap((election) -> election.getValue().stream().map((one) -> Map.entry(election.getKey(), one)))
			.sorted(Comparator
				.comparing((Map.Entry<String, TransitionDescriptor> entry) -> Instant.parse(entry.getValue().at()))
				.reversed())
			.limit(LATEST)
			.forEach((entry) -> {
				TransitionDescriptor transition = entry.getValue();
				this.page.open("tr")
					.open("th scope=\"row\"")
					.raw(Moments.time(Instant.parse(transition.at())))
					.close("th");
				cell(entry.getKey());
				cell(transition.from());
				cell(transition.to());
				cell(transition.cause());
				cell(transition.fencingToken());
				this.page.close("tr");
			});
		end();
	}

	/** Renders terms, newest first. */
	void terms(List<TermDescriptor> oldestFirst) {
		begin("terms", null, "The newest first, times in UTC.", "From", "Until", "Leader", "Term", "Ended by");
		for (int i = oldestFirst.size() - 1; i >= 0; i--) {
			TermDescriptor term = oldestFirst.get(i);
			this.page.open("tr").open("th scope=\"row\"").raw(Moments.time(Instant.parse(term.from()))).close("th");
			if (term.until() != null) {
				moment(term.until());
			}
			else {
				cell("ongoing");
			}
			this.page.open("td").element("bdi", term.leader());
			if (term.own()) {
				this.page.text(" ").element("span class=\"here\"", "this instance");
			}
			this.page.close("td");
			cell(term.fencingToken());
			cell(term.cause());
			this.page.close("tr");
		}
		end();
	}

	/** Renders texts by name. */
	void texts(String title, String caption, Map<String, String> texts) {
		begin("texts", title, caption, "Name", "Value");
		texts.forEach((name, value) -> {
			this.page.open("tr").element("th scope=\"row\"", name);
			cell(value);
			this.page.close("tr");
		});
		end();
	}

	private void begin(String kind, @Nullable String title, String caption, String... heads) {
		this.page.open("section class=\"" + kind + "\"");
		if (title != null) {
			this.page.element("h2", title);
		}
		this.page.open("table").element("caption", caption).open("thead").open("tr");
		for (String head : heads) {
			this.page.element("th scope=\"col\"", head);
		}
		this.page.close("tr").close("thead").open("tbody");
	}

	private void end() {
		this.page.close("tbody").close("table").close("section");
	}

	private void cell(@Nullable Object value) {
		this.page.element("td", (value != null) ? value.toString() : NOTHING);
	}

	private void moment(@Nullable String text) {
		if (text == null) {
			cell(null);
			return;
		}
		this.page.open("td").raw(Moments.time(Instant.parse(text))).close("td");
	}

	/**
	 * One row of the elections table.
	 *
	 * @param name the name of the election
	 * @param election the election
	 * @param history its terms, oldest first
	 */
	record Row(String name, ElectionDescriptor election, List<LedTerm> history) {
	}

}
