/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.leaderelection.LeaderElection;
import io.leaderelection.engine.ElectionEngine;
import io.leaderelection.engine.ElectionEngineBuilder;
import io.leaderelection.schedule.TickStatus;
import io.leaderelection.schedule.Ticks;
import io.leaderelection.testkit.InMemoryLeaseStoreFactory;
import io.leaderelection.testkit.ManualTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import org.springframework.boot.actuate.endpoint.Show;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages of the endpoint {@code leader}, of two instances in stepped time.
 */
class LeaderPageTests {

	private static final String ATTACK = "\"><script>alert('x')</script>&\u202e\u2028";

	private static final String SHOWN = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;\uFFFD\uFFFD";

	private static final Set<String> VOID = Set.of("meta", "link");

	private final ManualTime time = new ManualTime();

	private final InMemoryLeaseStoreFactory memory = new InMemoryLeaseStoreFactory(this.time.wallClock());

	private final Ticks ticks = Mockito.mock(Ticks.class);

	private final ElectionEngine here = engine("here", "v");

	private final ElectionEngine other = engine(ATTACK, ATTACK);

	private ElectionEngine engine(String name, String metadata) {
		return ElectionEngineBuilder.of(this.memory.open(), this.memory.traits())
			.namespace("shop & co")
			.instanceName(name)
			.metadata(() -> Map.of("zone", metadata, metadata, "x"))
			.time(this.time)
			.partitions("orders", 3)
			.build();
	}

	@BeforeEach
	void start() {
		this.here.join("billing");
		this.other.join("billing");
		this.here.start();
		this.time.runDue();
		this.other.start();
		this.time.advance(Duration.ofMinutes(1));
	}

	@AfterEach
	void stop() {
		this.other.stop();
		this.here.stop();
		this.time.runDue();
	}

	private LeaderPage page(Show showValues) {
		LeaderEndpoint endpoint = new LeaderEndpoint(this.here, this.ticks, (event) -> {
		}, showValues);
		return new LeaderPage(endpoint, "leader", this.time.wallClock());
	}

	private String all() {
		return checked(page(Show.NEVER).all(false));
	}

	private String one(String name) {
		String page = page(Show.ALWAYS).one(name, true);
		assertThat(page).isNotNull();
		return checked(page);
	}

	/** Checks the properties of every page. */
	private static String checked(String page) {
		assertThat(page).startsWith("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">")
			.doesNotContain("<script")
			.doesNotContain(" style=")
			.doesNotContain("null")
			.doesNotContainPattern("(src|href)=\"(http|//)");
		Deque<String> open = new ArrayDeque<>();
		Matcher tags = Pattern.compile("<(/?)([a-z0-9]+)").matcher(page);
		while (tags.find()) {
			if (!tags.group(1).isEmpty()) {
				assertThat(open.pop()).isEqualTo(tags.group(2));
			}
			else if (!VOID.contains(tags.group(2))) {
				open.push(tags.group(2));
			}
		}
		assertThat(open).isEmpty();
		assertThat(count(page, "<h1")).isOne();
		assertThat(count(page, "<main")).isOne();
		assertThat(count(page, "<table><caption>")).as("tables with captions").isEqualTo(count(page, "<table"));
		assertThat(count(page, "<th scope=\"")).as("heads of rows and columns").isEqualTo(count(page, "<th "));
		assertThat(count(page, "\"none\"><title>")).as("drawings with a text").isEqualTo(count(page, "<svg"));
		assertThat(page).doesNotContainPattern("<(h2|caption|td|th|title|summary)[^>]*></");
		return page;
	}

	private static int count(String text, String part) {
		return text.split(Pattern.quote(part), -1).length - 1;
	}

	@Test
	void policyAllowsOnlyTheStyleByItsHash() throws Exception {
		String page = all();
		Matcher parts = Pattern.compile("style-src &#39;sha256-([^&]+)&#39;.*<style>(.*)</style>", Pattern.DOTALL)
			.matcher(page);
		assertThat(parts.find()).isTrue();
		byte[] hash = MessageDigest.getInstance("SHA-256").digest(parts.group(2).getBytes(StandardCharsets.UTF_8));
		assertThat(parts.group(1)).isEqualTo(Base64.getEncoder().encodeToString(hash));
		assertThat(page).contains("content=\"default-src &#39;none&#39;; style-src");
	}

	@Test
	void allElectionsAreLinkedWithStateAndLeader() {
		assertThat(all())
			.contains("<a href=\"leader/billing\">billing</a></th><td><span class=\"state leader\">LEADER</span>")
			.contains("<bdi>" + this.here.instance() + "</bdi> <span class=\"here\">this instance</span>")
			.contains("<td>" + this.here.get("billing").leadership().orElseThrow().fencingToken() + "</td>")
			.contains("<strong>shop &amp; co</strong>")
			.contains("<title>1 term, 1 of this instance</title><rect class=\"own\"")
			.contains("<a href=\"leader/orders\">orders</a></th><td>3</td><td>3</td><td>0</td><td>0</td>")
			.contains("<td>billing</td><td>FOLLOWER</td><td>LEADER</td><td>ACQUIRED</td>")
			.doesNotContain("orders%3A");
	}

	@Test
	void textsOfOtherInstancesAreShownAsText() {
		LeaderElection election = this.here.get("billing");
		election.leadership().orElseThrow().checkpointAsync("note", ATTACK);
		this.time.advance(Duration.ofSeconds(10));
		election.stepDown(Duration.ofHours(1));
		this.time.advance(Duration.ofSeconds(10));
		assertThat(this.other.get("billing").isLeader()).isTrue();
		assertThat(all()).contains("<bdi>" + SHOWN).contains("<title>2 terms, 1 of this instance</title>");
		assertThat(one("billing")).contains("<th scope=\"row\">" + SHOWN + "</th><td>x</td>")
			.contains("<th scope=\"row\">zone</th><td>" + SHOWN + "</td>")
			.contains("<span class=\"who\">" + SHOWN)
			.contains("<td><bdi>" + SHOWN)
			.contains("<td>STEP_DOWN</td>");
	}

	@Test
	void checkpointsAreShownOnlyIfAllowed() {
		this.here.get("billing").leadership().orElseThrow().checkpointAsync("note", ATTACK);
		this.time.advance(Duration.ofSeconds(10));
		assertThat(one("billing")).contains("<th scope=\"row\">note</th><td>" + SHOWN + "</td>");
		assertThat(page(Show.NEVER).one("billing", false)).contains("<th scope=\"row\">note</th><td>******</td>");
	}

	@Test
	void ticksAreShownWithTheirRuns() {
		Instant moment = Instant.ofEpochSecond(1_800_000_000);
		Mockito.when(this.ticks.of("billing"))
			.thenReturn(List.of(
					new TickStatus("billing", "bills", "h", moment,
							new TickStatus.Last(moment.minusSeconds(60), TickStatus.State.FINISHED, 1, 7), false, null),
					new TickStatus("billing", ATTACK, "h", null, null, true, ATTACK)));
		for (String page : List.of(all(), one("billing"))) {
			assertThat(page).contains("<h2>Ticks</h2>")
				.contains("<th scope=\"row\">bills</th><td>billing</td><td><time datetime=\"" + moment
						+ "\">2027-01-15 08:00:00</time></td><td><time datetime=\"2027-01-15T07:59:00Z\">"
						+ "2027-01-15 07:59:00</time></td><td>finished</td>")
				.contains("<th scope=\"row\">" + SHOWN + "</th><td>billing</td><td>\u2013</td><td>\u2013</td>"
						+ "<td>running</td><td>" + SHOWN + "</td>");
		}
	}

	@Test
	void partitionsOfALeaderAreShownAsRanges() {
		assertThat(PageTables.ranges(List.of())).isEmpty();
		assertThat(PageTables.ranges(List.of(3))).isEqualTo("3");
		assertThat(PageTables.ranges(List.of(0, 1, 2, 5, 7, 8))).isEqualTo("0-2, 5, 7-8");
	}

	@Test
	void partitionsHaveACommonPageAndOneEach() {
		this.here.get("orders:1").stepDown(Duration.ofHours(1));
		this.time.advance(Duration.ofSeconds(10));
		assertThat(one("orders")).contains("<h1>orders</h1>")
			.contains("<a href=\"../leader\">All elections</a>")
			.contains("<dt>Led here</dt><dd>2</dd>")
			.contains("</th><td>2</td><td>0, 2</td>")
			.contains("<a href=\"orders%3A1\">orders:1</a>");
		assertThat(one("orders:1")).contains("<a href=\"../leader\">All elections</a> / <a href=\"orders\">orders</a>")
			.contains("<h1>orders:1</h1>");
	}

	@Test
	void whatKeepsAnInstanceFromContendingIsShown() {
		this.here.get("billing").pause();
		this.other.get("billing").pause();
		this.time.advance(Duration.ofMinutes(1));
		assertThat(all()).contains("<span class=\"state paused\">PAUSED</span></td>")
			.contains("<span class=\"nobody\">nobody known</span>");
		assertThat(one("billing")).contains("<title>no known leader</title>");
	}

	@Test
	void pageShowsThatAnElectionHasNoTermYet() {
		this.here.join("idle").election().pause();
		this.time.runDue();
		assertThat(one("idle")).contains("This instance knows of no term yet.");
		assertThat(all()).contains("<title>0 terms, 0 of this instance</title>");
	}

	@Test
	void unknownElectionHasNoPage() {
		assertThat(page(Show.NEVER).one("nosuch", false)).isNull();
	}

	@Test
	void thousandElectionsWithFullHistoriesMakeABoundedPage() {
		for (int i = 0; i < 1100; i++) {
			this.here.join("election-" + i);
		}
		this.time.advance(Duration.ofSeconds(5));
		// As many as the page draws for each
		for (int i = 0; i < 13; i++) {
			this.here.all().forEach((election) -> election.stepDown(Duration.ZERO));
			this.time.advance(Duration.ofSeconds(1));
		}
		for (int i = 0; i < 100; i++) {
			this.here.get("election-7").stepDown(Duration.ZERO);
			this.time.advance(Duration.ofSeconds(1));
		}
		assertThat(this.here.get("election-7").history()).hasSize(100);
		String all = all();
		assertThat(all).hasSizeLessThan(2_000_000).contains("1101 in all, the first 1024 are shown");
		assertThat(count(all, "<a href=\"leader/election-")).isEqualTo(1023);
		assertThat(one("election-7")).hasSizeLessThan(80_000);
	}

}
