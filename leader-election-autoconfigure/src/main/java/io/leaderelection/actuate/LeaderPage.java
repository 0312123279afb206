/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LedTerm;
import io.leaderelection.Partition;
import io.leaderelection.PartitionedElection;
import io.leaderelection.actuate.ElectionDescriptor.LeaderDescriptor;
import io.leaderelection.actuate.ElectionDescriptor.TransitionDescriptor;
import io.leaderelection.actuate.PageTables.Row;
import io.leaderelection.time.WallClock;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * The pages of the endpoint {@code leader} for a browser. They are read-only, contain no
 * script and load nothing.
 */
final class LeaderPage {

	private final LeaderEndpoint endpoint;

	private final LeaderElections elections;

	/** The last segment of the endpoint's path. Links are relative to it. */
	private final String root;

	private final WallClock clock;

	LeaderPage(LeaderEndpoint endpoint, String root, WallClock clock) {
		this.endpoint = endpoint;
		this.elections = endpoint.source();
		String path = StringUtils.trimTrailingCharacter(root, '/');
		this.root = path.substring(path.lastIndexOf('/') + 1);
		this.clock = clock;
	}

	/** Returns the page of all elections. */
	String all(boolean showValues) {
		LeaderElectionsDescriptor all = this.endpoint.elections(showValues);
		Instant now = now();
		Markup page = begin("Leader elections", now);
		page.open("main");
		PageTables tables = tables(page, now);
		String prefix = this.root + "/";
		tables.elections("Elections", prefix,
				all.elections().entrySet().stream().map((one) -> row(one.getKey(), one.getValue())).toList());
		if (all.partitioned() != null) {
			tables.divided(prefix, all.partitioned());
		}
		Map<String, Map<String, TickDescriptor>> ticks = new TreeMap<>();
		Map<String, List<TransitionDescriptor>> transitions = new TreeMap<>();
		all.elections().forEach((name, one) -> {
			if (one.ticks() != null) {
				ticks.put(name, one.ticks());
			}
			transitions.put(name, one.transitions());
		});
		tables.ticks(ticks);
		tables.transitions(transitions);
		return end(page);
	}

	/**
	 * Returns the page of one election.
	 * @return the page, or {@code null} if this instance does not know the election
	 */
	@Nullable String one(String name, boolean showValues) {
		LeaderElection election = this.elections.find(name).orElse(null);
		return (election != null) ? one(election, showValues)
				: this.elections.findPartitioned(name).map((divided) -> divided(divided, showValues)).orElse(null);
	}

	private String one(LeaderElection election, boolean showValues) {
		Instant now = now();
		String name = election.name();
		ElectionDescriptor shown = this.endpoint.descriptor(election, showValues, true);
		List<LedTerm> history = cleaned(election.history());
		Markup page = begin(name, now);
		PageTables tables = tables(page, now);
		Partition partition = Partition.parse(name);
		navigation(page, tables, (partition != null) ? partition.election() : null);
		page.open("main");
		facts(page, tables, shown);
		timeline(page, tables, shown, history, now);
		tables.ticks((shown.ticks() != null) ? Map.of(name, shown.ticks()) : Map.of());
		tables.transitions(Map.of(name, shown.transitions()));
		if (shown.checkpoints() != null) {
			tables.texts("Checkpoints", "What leaders noted for their successors.", shown.checkpoints());
		}
		LeaderDescriptor leader = shown.leader();
		if (leader != null && !leader.metadata().isEmpty()) {
			tables.texts("Metadata of the leader", "What it publishes about itself.", leader.metadata());
		}
		return end(page);
	}

	private void facts(Markup page, PageTables tables, ElectionDescriptor shown) {
		LeaderDescriptor leader = shown.leader();
		page.open("section class=\"facts\"").element("h2", "Now").open("dl");
		page.open("div").element("dt", "This instance").open("dd");
		tables.state(shown);
		page.close("dd").close("div").open("div").element("dt", "Leader").open("dd");
		tables.leader(leader);
		page.close("dd").close("div");
		if (leader != null) {
			page.open("div").element("dt", "Since").open("dd");
			page.raw(Moments.time(Instant.parse(leader.since()))).close("dd").close("div");
		}
		fact(page, "Term", shown.fencingToken());
		fact(page, "Lease left", PageTables.remaining(shown));
		fact(page, "Priority", shown.priority());
		fact(page, "Requested by", (shown.bidder() != null) ? shown.bidder().id() : null);
		fact(page, "Checkpoints", shown.checkpointProblem());
		page.close("dl").close("section");
	}

	private static void fact(Markup page, String name, @Nullable Object value) {
		if (value != null) {
			page.open("div").element("dt", name).element("dd", value.toString()).close("div");
		}
	}

	private static void timeline(Markup page, PageTables tables, ElectionDescriptor shown, List<LedTerm> history,
			Instant now) {
		page.open("section class=\"timeline\"").element("h2", "Who led when");
		if (history.isEmpty() || shown.history() == null) {
			page.element("p", "This instance knows of no term yet.").close("section");
			return;
		}
		TermBars.ofOne(history, now).lanes(page, history);
		page.open("details")
			.element("summary", (history.size() == 1) ? "The one term that this instance knows of"
					: "The last " + history.size() + " terms that this instance knows of");
		tables.terms(shown.history());
		page.close("details").close("section");
	}

	private String divided(PartitionedElection divided, boolean showValues) {
		Instant now = now();
		PartitionsDescriptor shown = PartitionsDescriptor.of(divided);
		Markup page = begin(divided.name(), now);
		PageTables tables = tables(page, now);
		navigation(page, tables, null);
		page.open("main").open("section class=\"facts\"").element("h2", "Now").open("dl");
		fact(page, "Partitions", shown.partitions());
		fact(page, "Led here", shown.leading().size());
		fact(page, "No known leader", (shown.vacant() != null) ? shown.vacant().size() : 0);
		fact(page, "Remarks", PageTables.remarks(shown));
		page.close("dl").close("section");
		tables.leaders(shown.leaders());
		tables.elections("Partitions", "",
				divided.partitions()
					.stream()
					.map((one) -> row(one.name(), this.endpoint.descriptor(one, showValues, false)))
					.toList());
		return end(page);
	}

	private Row row(String name, ElectionDescriptor election) {
		return new Row(name, election, this.elections.find(name).map(LeaderElection::history).orElse(List.of()));
	}

	private static List<LedTerm> cleaned(List<LedTerm> history) {
		return history.stream()
			.map((term) -> new LedTerm(UntrustedText.clean(term.leader()), term.fencingToken(), term.from(),
					term.until(), term.own(), term.cause()))
			.toList();
	}

	private Instant now() {
		return Instant.ofEpochMilli(this.clock.millis());
	}

	private PageTables tables(Markup page, Instant now) {
		return new PageTables(page, this.elections.instance(), now);
	}

	private Markup begin(String title, Instant now) {
		Markup page = new Markup().raw("<!DOCTYPE html>").open("html lang=\"en\"").open("head");
		page.open("meta charset=\"utf-8\"");
		page.open("meta http-equiv=\"Content-Security-Policy\"", "content", PageStyle.POLICY);
		page.open("meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"");
		page.open("meta name=\"color-scheme\" content=\"light dark\"");
		page.open("meta name=\"referrer\" content=\"no-referrer\"").open("link rel=\"icon\" href=\"data:,\"");
		page.element("title", title).open("style").raw(PageStyle.SHEET).close("style").close("head").open("body");
		page.open("header").element("h1", title).open("p").text("As instance ");
		page.element("strong", this.elections.instance()).text(" sees it, in namespace ");
		page.element("strong", this.elections.namespace()).text(", store ");
		page.element("strong", this.elections.backend().type()).text(", at ").raw(Moments.time(now)).text(" UTC. ");
		return page.open("a href=\"\"").text("Reload").close("a").close("p").close("header");
	}

	private void navigation(Markup page, PageTables tables, @Nullable String whole) {
		page.open("nav aria-label=\"Elections\"").open("a", "href", "../" + this.root).text("All elections").close("a");
		if (whole != null) {
			page.text(" / ");
			tables.link("", whole);
		}
		page.close("nav");
	}

	private static String end(Markup page) {
		return page.close("main").close("body").close("html").toString();
	}

}
